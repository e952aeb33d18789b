#include "tests/support/record_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace podreel::testing {

namespace {

using nlohmann::json;

/// Longer gaps have another cause: a back-off, a slow runtime, the next relist.
constexpr double max_machine_gap = 0.4;

std::string text_of(const json& record, const char* key) {
  const auto found = record.find(key);
  return found == record.end() || !found->is_string() ? std::string{} : found->get<std::string>();
}

/// "app" in "spec.containers{app}".
std::string container_in(const std::string& field_path) {
  const std::size_t begin = field_path.find('{');
  return begin == std::string::npos ? "" : field_path.substr(begin + 1, field_path.size() - begin - 2);
}

/// Reads records one by one.
class IntervalReader {
 public:
  explicit IntervalReader(IntervalSamples& samples) : samples_{samples} {}

  void add(const json& record) {
    at_ = record.value("t", 0.0);
    pod_ = text_of(record, "pod");
    const std::string kind = text_of(record, "kind");
    if (kind == "runtime") add_call(record);
    if (kind == "sync") add_sync(text_of(record, "op"));
    if (kind == "event" && text_of(record, "reason") == "Pulled") add_image_check(record);
    if (kind == "pleg") add_relist();
    if (kind == "environment" && text_of(record, "what") == "container_exit") begin("exit", pod_);
    if (kind == "kubelet" && text_of(record, "what") == "start") begin("kubelet start", "");
  }

 private:
  void begin(const std::string& what, const std::string& about) { begun_[{what, about}] = at_; }
  void forget(const std::string& what, const std::string& about) { begun_.erase({what, about}); }
  void end(const std::string& what, const std::string& about, const char* name, double max = max_machine_gap) {
    const auto begun = begun_.find({what, about});
    if (begun == begun_.end()) return;
    if (at_ - begun->second < max) samples_[name].push_back(at_ - begun->second);
    begun_.erase(begun);
  }

  void add_call(const json& call) {
    const std::string op = text_of(call, "op");
    if (op == "RunPodSandbox") {
      end("sync", pod_, "sync to RunPodSandbox");
      at_ += call.value("dur_ms", 0.0) / 1000;
      begin("sandbox", pod_);
    }
    if (op == "CreateContainer")
      end("image", pod_ + "/" + text_of(call, "container"), "image check to CreateContainer");
  }
  void add_sync(const std::string& op) {
    if (op == "enter") {
      forget("sandbox", pod_);
      begin("sync", pod_);
      end("kubelet start", "", "kubelet start to first sync", 1.5);
    }
    if (op == "terminating-exit") end("exit", pod_, "last exit to end of SyncTerminatingPod", 0.1);
  }
  void add_image_check(const json& event) {
    if (text_of(event, "message").find("already present") == std::string::npos) return;
    end("sandbox", pod_, "sandbox to image check");
    end("sync", pod_, "sync to image check");
    begin("image", pod_ + "/" + container_in(text_of(event, "fieldPath")));
  }
  void add_relist() {
    const double before = std::exchange(relist_, at_);
    const double periods = std::round(at_ - before);
    const double excess = periods < 1 || periods > 3 ? -1 : (at_ - before - periods) / periods;
    if (excess >= 0 && excess < 0.2) samples_["relist beyond its period"].push_back(excess);
  }

  IntervalSamples& samples_;
  double at_ = 0;
  std::string pod_;
  double relist_ = -1;
  std::map<std::pair<std::string, std::string>, double> begun_;
};

}  // namespace

void add_intervals(const std::vector<json>& records, IntervalSamples& samples) {
  IntervalReader reader{samples};
  for (const json& record : records) reader.add(record);
}

double distance_between(std::vector<double> one, std::vector<double> other) {
  for (std::vector<double>* samples : {&one, &other}) {
    for (double& seconds : *samples) seconds = std::round(seconds * 1000);
    std::ranges::sort(*samples);
  }
  const auto share_below = [](const std::vector<double>& sorted, double limit) {
    const auto below = std::ranges::upper_bound(sorted, limit) - sorted.begin();
    return static_cast<double>(below) / static_cast<double>(sorted.size());
  };
  double distance = 0;
  for (const std::vector<double>* samples : {&one, &other}) {
    for (const double limit : *samples) {
      distance = std::max(distance, std::abs(share_below(one, limit) - share_below(other, limit)));
    }
  }
  return distance;
}

}  // namespace podreel::testing
