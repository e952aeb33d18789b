#include "scenarios/explore/watched_run.hpp"

#include <utility>

#include "engine/sim/scheduler.hpp"
#include "engine/trace/digest.hpp"
#include "scenarios/checks/circumstances.hpp"
#include "scenarios/simulation/checked_run.hpp"

namespace podreel::explore {

namespace {

using invariants::Circumstances;
using invariants::History;

constexpr std::size_t max_records = 1'000'000;

/// Ends a run that would never end.
class Limit final : public trace::Sink {
 public:
  void write(const trace::Record& /*record*/) override {
    if (++records_ > max_records) throw sim::LivelockError{"the run writes an unlimited number of records"};
  }

 private:
  std::size_t records_ = 0;
};

/// Whether it is an expectation of every moment or with a deadline; others only apply to the unchanged scenario.
bool holds_in_any_run(const format::Expectation& expectation) {
  if (const auto* records = std::get_if<format::Records>(&expectation.what)) return records->count.at_most == 0;
  return std::holds_alternative<format::PodAlways>(expectation.what) ||
         std::holds_alternative<format::PodNever>(expectation.what) ||
         std::holds_alternative<format::PodReaches>(expectation.what) ||
         std::holds_alternative<format::Keeps>(expectation.what);
}

std::vector<FailedExpectation> failed_in(const std::vector<format::Verdict>& verdicts,
                                         const format::Scenario& scenario) {
  std::vector<FailedExpectation> failed;
  for (const format::Verdict& verdict : verdicts) {
    if (verdict.held || !holds_in_any_run(*verdict.expectation)) continue;
    failed.push_back({static_cast<std::size_t>(verdict.expectation - scenario.expectations.data()), verdict.seen});
  }
  return failed;
}

}  // namespace

std::string WatchedRun::breaches() const {
  std::string text;
  for (const invariants::Breach& breach : invariants::breaches_of(history))
    text += to_string(breach, started_at) + "\n";
  return text;
}

WatchedRun watch_run(const format::Scenario& scenario, const WatchOptions& how) {
  constexpr sim::Duration usual = std::chrono::minutes{10};
  simulation::ReplayOptions options;
  const sim::Duration until = scenario.duration.value_or(usual) + how.rest;
  options.until = until;
  options.skip_idle_work = how.skip_idle_work;
  Circumstances circumstances = format::circumstances_of(scenario);
  circumstances.excuse_known_faults = how.excuse_known_faults;
  WatchedRun run{History{std::move(circumstances)}, simulation::start_time(scenario, options), 0, {}};
  trace::DigestSink digest{run.started_at};
  Limit limit;
  options.sinks = {&run.history, &digest, &limit};
  options.watch_pods = [&run](sim::Time time, const api::PodPtr& pod, bool gone) {
    run.history.observe(time, pod, gone);
  };
  options.record_choices = how.record_choices;
  options.explain = how.explain;
  simulation::CheckedRun judged;
  try {
    judged = how.check_expectations ? simulation::run_and_check(scenario, std::move(options))
                                    : simulation::CheckedRun{simulation::replay(scenario, options), {}};
  } catch (const sim::LivelockError&) {
    run.history.end_in_livelock();
    run.digest = digest.hex();
    return run;
  }
  run.events = judged.result.events_run;
  run.choices = std::move(judged.result.choices);
  run.failed = failed_in(judged.verdicts, scenario);
  const bool at_rest = format::ends_undisturbed(scenario, run.history.circumstances(), until);
  run.history.end(run.started_at + until, at_rest);
  run.digest = digest.hex();
  return run;
}

}  // namespace podreel::explore
