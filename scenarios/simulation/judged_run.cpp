#include "scenarios/simulation/judged_run.hpp"

#include <utility>

namespace podreel::simulation {

JudgedRun judged_run(const language::Scenario& scenario, ReplayOptions options) {
  language::Judge judge{scenario, start_time(scenario, options)};
  options.sinks.push_back(&judge);
  options.observes = [&judge](const std::string& pod) { return judge.asks_for(pod); };
  options.observe_pods = [&judge](sim::Time at, const std::string& pod, std::shared_ptr<const nlohmann::json> object) {
    judge.observe(pod, {at, std::move(object)});
  };
  if (judge.watches_pods()) {
    options.watch_pods = [&judge, told = std::move(options.watch_pods)](sim::Time time, const api::PodPtr& pod,
                                                                        bool gone) {
      judge.observe(time, pod, gone);
      if (told) told(time, pod, gone);
    };
  }
  JudgedRun run{replay(scenario, options), {}};
  run.verdicts = std::move(judge).verdicts(run.result.started_at + run.result.length);
  return run;
}

}  // namespace podreel::simulation
