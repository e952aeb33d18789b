#include "scenarios/simulation/checked_run.hpp"

#include <utility>

namespace podreel::simulation {

CheckedRun run_and_check(const format::Scenario& scenario, ReplayOptions options) {
  format::ExpectationChecker checker{scenario, start_time(scenario, options)};
  options.sinks.push_back(&checker);
  options.observes = [&checker](const std::string& pod) { return checker.expects_pod(pod); };
  options.observe_pods = [&checker](sim::Time at, const std::string& pod,
                                    std::shared_ptr<const nlohmann::json> object) {
    checker.observe(pod, {at, std::move(object)});
  };
  if (checker.watches_pods()) {
    options.watch_pods = [&checker, on_version = std::move(options.watch_pods)](sim::Time time, const api::PodPtr& pod,
                                                                                bool gone) {
      checker.observe(time, pod, gone);
      if (on_version) on_version(time, pod, gone);
    };
  }
  CheckedRun run{replay(scenario, options), {}};
  run.verdicts = std::move(checker).verdicts(run.result.started_at + run.result.length);
  return run;
}

}  // namespace podreel::simulation
