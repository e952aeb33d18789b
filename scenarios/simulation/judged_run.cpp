#include "scenarios/simulation/judged_run.hpp"

#include <utility>

namespace podreel::simulation {

JudgedRun judged_run(const language::Scenario& scenario, ReplayOptions options) {
  language::ExpectationChecker checker{scenario, start_time(scenario, options)};
  options.sinks.push_back(&checker);
  options.observes = [&checker](const std::string& pod) { return checker.asks_for(pod); };
  options.observe_pods = [&checker](sim::Time at, const std::string& pod,
                                    std::shared_ptr<const nlohmann::json> object) {
    checker.observe(pod, {at, std::move(object)});
  };
  if (checker.watches_pods()) {
    options.watch_pods = [&checker, told = std::move(options.watch_pods)](sim::Time time, const api::PodPtr& pod,
                                                                          bool gone) {
      checker.observe(time, pod, gone);
      if (told) told(time, pod, gone);
    };
  }
  JudgedRun run{replay(scenario, options), {}};
  run.verdicts = std::move(checker).verdicts(run.result.started_at + run.result.length);
  return run;
}

}  // namespace podreel::simulation
