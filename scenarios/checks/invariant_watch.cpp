// Checks an invariant of the library during the whole run.
#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "scenarios/checks/circumstances.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/checks/watch.hpp"

namespace podreel::format {

namespace {

invariants::Circumstances without_excuses(const Scenario& scenario) {
  invariants::Circumstances circumstances = circumstances_of(scenario);
  circumstances.excuse_known_faults = false;
  return circumstances;
}

class InvariantWatch final : public Watch {
 public:
  InvariantWatch(const Keeps& expected, const Scenario& scenario, sim::Time start)
      : invariant_{**std::ranges::find(invariants::library(), expected.invariant, &invariants::Invariant::name)},
        scenario_{scenario},
        start_{start},
        history_{without_excuses(scenario)} {}

  [[nodiscard]] trace::Kinds wanted() const override { return history_.wanted(); }
  [[nodiscard]] bool watches_pods() const override { return true; }
  void see(ShownRecord& record) override {
    PODREEL_INVARIANT(!has_ended_, "records come before the verdict");
    history_.write(record.record());
  }
  void see(sim::Time time, const api::PodPtr& pod, bool gone) override { history_.observe(time, pod, gone); }

  Verdict verdict(sim::Time end) override {
    PODREEL_INVARIANT(!has_ended_, "a verdict is requested once");
    has_ended_ = true;
    history_.end(end, ends_undisturbed(scenario_, history_.circumstances(), end - start_));
    Verdict verdict;
    auto finding = invariant_.search(history_);
    verdict.held = !finding;
    if (finding) verdict.seen = to_string(invariants::Breach{invariant_.name, *std::move(finding)}, start_);
    return verdict;
  }

 private:
  const invariants::Invariant& invariant_;
  const Scenario& scenario_;
  sim::Time start_;
  invariants::History history_;
  bool has_ended_ = false;
};

}  // namespace

std::unique_ptr<Watch> watch(const Keeps& expected, const Scenario& scenario, sim::Time start) {
  return std::make_unique<InvariantWatch>(expected, scenario, start);
}

}  // namespace podreel::format
