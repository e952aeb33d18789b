#include "scenarios/reproduce/limits.hpp"

#include <algorithm>
#include <array>

namespace podreel::reproduce {

namespace {

struct Limit {
  /// Reason of an event, of the pod's status, or status in a row.
  std::string_view reason;
  std::string_view sentence;
};

constexpr std::string_view rejections = "podreel cannot reproduce a pod that was rejected while its node shut down";
constexpr std::string_view mounted = "podreel writes no event for a mounted volume";
constexpr std::string_view mapped = "podreel does not simulate block-device volumes";
constexpr std::string_view lost = "podreel does not simulate a control plane that marks a node as lost";

constexpr std::array limits{Limit{"NodeShutdown", rejections}, Limit{"SuccessfulMountVolume", mounted},
                            Limit{"FailedMapVolume", mapped}, Limit{"NodeLost", lost}, Limit{"Unknown", lost}};

bool has_reason(const SeenPod& pod, std::string_view reason) {
  const auto has_status = [reason](const SeenRow& row) { return row.status == reason; };
  return pod.reason == reason || pod.event(reason) != nullptr || std::ranges::any_of(pod.rows, has_status);
}

}  // namespace

std::vector<std::string> not_simulated(const SeenPod& pod) {
  std::vector<std::string> sentences;
  for (const Limit& limit : limits) {
    const bool is_known = std::ranges::find(sentences, limit.sentence) != sentences.end();
    if (!is_known && has_reason(pod, limit.reason)) sentences.emplace_back(limit.sentence);
  }
  return sentences;
}

}  // namespace podreel::reproduce
