#include "scenarios/reproduce/limits.hpp"

#include <algorithm>
#include <array>

namespace podreel::reproduce {

namespace {

struct Limit {
  /// Of an event, of the pod's status, or the status in a row.
  std::string_view reason;
  std::string_view sentence;
};

constexpr std::string_view rejections = "podreel looks for no pod that was rejected while its node shut down";
constexpr std::string_view mounted = "podreel writes no event of a volume that was mounted";
constexpr std::string_view mapped = "podreel simulates no volumes that are block devices";
constexpr std::string_view lost = "podreel simulates no control plane that gives up a node";

constexpr std::array limits{Limit{"NodeShutdown", rejections},
                            Limit{"SuccessfulMountVolume", mounted},
                            Limit{"FailedMapVolume", mapped},
                            Limit{"NodeNotReady", lost},
                            Limit{"NodeLost", lost},
                            Limit{"Unknown", lost},
                            Limit{"TaintManagerEviction", lost}};

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
