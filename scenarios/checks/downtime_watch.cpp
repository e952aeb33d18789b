// Expectations about the time that a pod is not Ready.
#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

#include "engine/invariant.hpp"
#include "scenarios/checks/watch.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::format {

namespace {

class PodDowntimeWatch final : public Watch {
 public:
  PodDowntimeWatch(const PodDowntime& expected, sim::Time start)
      : expected_{expected}, start_{start}, period_{expected.span, start} {}

  void see(const std::string& pod, const PodVersion& version) override {
    if (pod != expected_.pod.pod) return;
    const bool is_ready = version.object != nullptr && differences(expected_.pod.matches, *version.object).empty();
    if (is_ready) {
      was_ready_ = true;
      if (down_since_) add(*std::exchange(down_since_, std::nullopt), version.since);
    } else if (was_ready_ && !down_since_) {
      down_since_ = version.since;
    }
  }

  Verdict verdict(sim::Time end) override {
    PODREEL_INVARIANT(was_ready_ || (!down_since_ && count_ == 0), "a pod is down only after it was Ready");
    if (!was_ready_) return {.seen = "the pod was never Ready"};
    if (down_since_) add(*down_since_, end);
    if (down_ <= expected_.at_most) return {.held = true};
    std::string seen = fmt::format("the pod was not Ready for {} in total, expected at most {}", span_text(down_),
                                   span_text(expected_.at_most));
    for (const auto& [from, until] : outages_) {
      seen += fmt::format("\n    from {} for {}", time_text(from, start_), span_text(until - from));
    }
    if (count_ > outages_.size()) seen += fmt::format("\n    and {} more", count_ - outages_.size());
    return {.seen = std::move(seen)};
  }

 private:
  static constexpr std::size_t max_listed = 5;

  static std::string span_text(sim::Duration span) {
    return duration_text(std::chrono::ceil<std::chrono::milliseconds>(span));
  }

  void add(sim::Time from, sim::Time until) {
    from = std::max(from, period_.from);
    if (period_.until) until = std::min(until, *period_.until);
    if (until <= from) return;
    PODREEL_INVARIANT(outages_.empty() || outages_.back().second <= from, "outages do not overlap");
    down_ += until - from;
    ++count_;
    if (outages_.size() < max_listed) outages_.emplace_back(from, until);
  }

  const PodDowntime& expected_;
  sim::Time start_;
  Period period_;
  bool was_ready_ = false;
  std::optional<sim::Time> down_since_;
  sim::Duration down_{};
  std::size_t count_ = 0;
  /// The first outages.
  std::vector<std::pair<sim::Time, sim::Time>> outages_;
};

}  // namespace

std::unique_ptr<Watch> watch(const PodDowntime& expected, sim::Time start) {
  return std::make_unique<PodDowntimeWatch>(expected, start);
}

}  // namespace podreel::format
