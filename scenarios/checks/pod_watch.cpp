// Expectations about pods in the API.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "scenarios/checks/watch.hpp"

namespace podreel::format {

namespace {

/// Returns the differences between the pod (null without one) and the expectation.
std::vector<Difference> differences_of(const PodPattern& pod, const nlohmann::json* object) {
  const bool exists = object != nullptr;
  if (!exists && !pod.exists) return {};
  if (exists != pod.exists) return {{"", pod.exists ? "a pod" : "no pod", exists ? "a pod" : "no pod"}};
  return differences(pod.matches, *object);
}

class PodAtWatch final : public Watch {
 public:
  PodAtWatch(const PodAt& expected, sim::Time start) : expected_{expected}, start_{start} {
    if (expected.at) at_ = start + *expected.at;
  }

  void see(const std::string& pod, const PodVersion& version) override {
    if (pod == expected_.pod.pod && (!at_ || version.since <= *at_)) object_ = version.object;
  }

  Verdict verdict(sim::Time end) override {
    const sim::Time at = at_.value_or(end);
    if (at > end) {
      return {.seen = fmt::format("the run ended at {}, before {}", time_text(end, start_), time_text(at, start_))};
    }
    std::vector<Difference> found = differences_of(expected_.pod, object_.get());
    if (found.empty()) return {.held = true, .shown_at = at};
    return {.seen = fmt::format("at {} the pod differed", time_text(at, start_)), .differences = std::move(found)};
  }

 private:
  const PodAt& expected_;
  sim::Time start_;
  std::optional<sim::Time> at_;
  std::shared_ptr<const nlohmann::json> object_;
};

/// Checks the version of a pod at the beginning of a period, and every version until its end.
class PodPeriodWatch : public Watch {
 public:
  PodPeriodWatch(const PodPattern& pod, const Span& span, sim::Time start)
      : pod_{pod}, start_{start}, period_{span, start} {}

  void see(const std::string& pod, const PodVersion& version) final {
    if (pod != pod_.pod) return;
    PODREEL_INVARIANT(version.since >= last_since_, "versions of a pod are in order of time");
    last_since_ = version.since;
    if (version.since <= period_.from) {
      PODREEL_INVARIANT(!has_begun_, "a period begins after the versions before it");
      first_ = version.object;
      return;
    }
    begin();
    const std::vector<Difference> found = differences_of(pod_, version.object.get());
    if (period_.contains(version.since)) {
      look(version.since, found);
    } else {
      note_differences(version.since, found);
    }
  }

  Verdict verdict(sim::Time /*end*/) final {
    begin();
    Verdict verdict = outcome();
    if (verdict.held && !verdict.shown_at) verdict.shown_at = period_.until;
    return verdict;
  }

 protected:
  [[nodiscard]] std::string text(sim::Time time) const { return time_text(time, start_); }

 private:
  /// Called with the differences of a version since that time.
  virtual void look(sim::Time since, const std::vector<Difference>& found) = 0;
  virtual void note_differences(sim::Time /*since*/, const std::vector<Difference>& /*found*/) {}
  [[nodiscard]] virtual Verdict outcome() = 0;

  void begin() {
    if (std::exchange(has_begun_, true)) return;
    look(period_.from, differences_of(pod_, first_.get()));
    first_.reset();
  }

  const PodPattern& pod_;
  sim::Time start_;
  Period period_;
  std::shared_ptr<const nlohmann::json> first_;
  sim::Time last_since_ = sim::Time::min();
  bool has_begun_ = false;
};

class PodReachesWatch final : public PodPeriodWatch {
 public:
  using PodPeriodWatch::PodPeriodWatch;

 private:
  void look(sim::Time since, const std::vector<Difference>& found) override {
    if (!reached_at_ && found.empty()) reached_at_ = since;
    if (reached_at_ || (nearest_since_ && found.size() > minimum_.size())) return;
    nearest_since_ = since;
    minimum_ = found;
  }
  void note_differences(sim::Time since, const std::vector<Difference>& found) override {
    if (!reached_after_ && found.empty()) reached_after_ = since;
  }
  Verdict outcome() override {
    if (reached_at_) return {.held = true, .shown_at = reached_at_};
    PODREEL_INVARIANT(nearest_since_, "a pod that never matched has a closest version");
    const std::string when = reached_after_ ? fmt::format("the pod matched only from {} on", text(*reached_after_))
                                            : "the pod never matched";
    return {.seen = fmt::format("{}; the closest version, from {} on", when, text(*nearest_since_)),
            .differences = std::move(minimum_)};
  }

  std::optional<sim::Time> reached_at_;
  std::optional<sim::Time> nearest_since_;
  std::vector<Difference> minimum_;
  std::optional<sim::Time> reached_after_;
};

class PodAlwaysWatch final : public PodPeriodWatch {
 public:
  using PodPeriodWatch::PodPeriodWatch;

 private:
  void look(sim::Time since, const std::vector<Difference>& found) override {
    if (otherwise_since_ || found.empty()) return;
    otherwise_since_ = since;
    found_ = found;
  }
  Verdict outcome() override {
    PODREEL_INVARIANT(otherwise_since_.has_value() == !found_.empty(), "a pod differs exactly if it has differences");
    if (!otherwise_since_) return {.held = true};
    return {.seen = fmt::format("from {} on the pod differed", text(*otherwise_since_)),
            .differences = std::move(found_)};
  }

  std::optional<sim::Time> otherwise_since_;
  std::vector<Difference> found_;
};

class PodNeverWatch final : public PodPeriodWatch {
 public:
  using PodPeriodWatch::PodPeriodWatch;

 private:
  void look(sim::Time since, const std::vector<Difference>& found) override {
    if (!matching_since_ && found.empty()) matching_since_ = since;
  }
  Verdict outcome() override {
    if (!matching_since_) return {.held = true};
    return {.seen = fmt::format("from {} on the pod matched", text(*matching_since_))};
  }

  std::optional<sim::Time> matching_since_;
};

}  // namespace

std::unique_ptr<Watch> watch(const PodAt& expected, sim::Time start) {
  return std::make_unique<PodAtWatch>(expected, start);
}

std::unique_ptr<Watch> watch(const PodReaches& expected, sim::Time start) {
  return std::make_unique<PodReachesWatch>(expected.pod, expected.span, start);
}

std::unique_ptr<Watch> watch(const PodAlways& expected, sim::Time start) {
  return std::make_unique<PodAlwaysWatch>(expected.pod, expected.span, start);
}

std::unique_ptr<Watch> watch(const PodNever& expected, sim::Time start) {
  return std::make_unique<PodNeverWatch>(expected.pod, expected.span, start);
}

}  // namespace podreel::format
