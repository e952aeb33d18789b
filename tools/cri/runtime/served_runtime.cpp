#include "tools/cri/runtime/served_runtime.hpp"

#include <utility>

#include "scenarios/format/actions/action.hpp"

namespace podreel::cri {

namespace {

runtime_fake::RuntimeScript script_of(const format::Scenario& scenario) {
  runtime_fake::RuntimeScript script = scenario.runtime;
  if (!script.reports_resources) script.reports_resources = true;
  return script;
}

/// Timeout of calls, whose deadlines are set by their clients; small enough to prevent overflow of sums.
constexpr sim::Duration no_timeout = sim::Duration::max() / 8;

}  // namespace

ServedRuntime::ServedRuntime(const format::Scenario& scenario, Pace pace, Logs& logs, EventFeed::Complain complain,
                             const net::MemoryBudget& budget)
    : timing_{sim::Choices{scenario.seed, scenario.choices}, scenario.timing},
      scheduler_{pace.began()},
      process_{scheduler_},
      recorder_{scheduler_},
      runtime_{scheduler_, timing_, recorder_, script_of(scenario)},
      pods_{scenario},
      images_{scenario.runtime.images, budget},
      store_{runtime_, pace, budget},
      feed_{process_, store_, scenario.runtime.container_events, pace, logs, std::move(complain)},
      service_{{runtime_, store_, feed_, pods_, images_, process_, pace}},
      callers_{scheduler_, runtime_} {
  runtime_.set_request_timeout(no_timeout);
  for (const format::Step& step : scenario.timeline) {
    if (step.action->side() == actions::Side::cluster) continue;
    process_.at(pace.began() + step.at, [this, action = step.action] {
      // A node that goes down answers nobody; its kubelet may live some milliseconds longer.
      if (action->name() == "rebootNode") callers_.give_up();
      action->perform_on({runtime_, process_, recorder_});
    });
  }
}

ServedRuntime::~ServedRuntime() {
  scheduler_.clear();
}

}  // namespace podreel::cri
