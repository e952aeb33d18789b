#include "scenarios/explorer/watched_run.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/timing/table.hpp"
#include "engine/trace/digest.hpp"
#include "scenarios/actions/kubelet.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::explorer {

namespace {

using invariants::Circumstances;
using invariants::History;

constexpr std::size_t most_records = 2'000'000;

/// Ends a run that would never end by itself.
class Limit final : public trace::Sink {
 public:
  void write(const trace::Record& /*record*/) override {
    if (++records_ > most_records) throw std::runtime_error{"the run does not come to an end"};
  }

 private:
  std::size_t records_ = 0;
};

void add_kubelet(Circumstances& circumstances, const language::KubeletSettings& kubelet) {
  const kubelet::KubeletConfiguration& config = kubelet.config;
  const release::Behaviour behaviour = release::behaviour_of(kubelet.version, kubelet.feature_gates);
  const sim::Duration longest =
      behaviour.crash_backoff_is_reduced ? timing::backoff_longest_reduced : timing::backoff_longest;
  circumstances.kubelets.push_back(behaviour);
  circumstances.request_timeout = std::min(circumstances.request_timeout, config.runtime_request_timeout);
  circumstances.longest_back_off =
      std::max(circumstances.longest_back_off, config.max_container_restart_period.value_or(longest));
}

Circumstances circumstances_of(const language::Scenario& scenario) {
  Circumstances circumstances;
  language::KubeletSettings kubelet = scenario.node.kubelet;
  circumstances.request_timeout = kubelet.config.runtime_request_timeout;
  add_kubelet(circumstances, kubelet);
  for (const language::Step& step : scenario.timeline) {
    const auto started = actions::started_kubelet(*step.action, kubelet);
    if (!started) continue;
    kubelet = *started;
    add_kubelet(circumstances, kubelet);
  }
  return circumstances;
}

bool ends_with_api_server(const language::Scenario& scenario) {
  bool is_up = true;
  for (const language::Step& step : scenario.timeline) {
    if (step.action->name() == "stopApiServer") is_up = false;
    if (step.action->name() == "startApiServer") is_up = true;
  }
  return is_up;
}

/// A call that never succeeds, as far as the kubelet waits for it.
bool is_hopeless(const runtime_fake::CallFault& fault, sim::Duration request_timeout) {
  return fault.fail_first == runtime_fake::CallFault::all || fault.takes.most() >= request_timeout;
}

bool ends_undisturbed(const language::Scenario& scenario, sim::Duration request_timeout, sim::Duration end) {
  const bool fails = std::ranges::any_of(scenario.runtime.calls, [&](const runtime_fake::CallFault& fault) {
    return is_hopeless(fault, request_timeout) && fault.holds_at(end);
  });
  return !fails && ends_with_api_server(scenario);
}

}  // namespace

std::string WatchedRun::breaches() const {
  std::string text;
  for (const invariants::Breach& breach : invariants::breaches_of(history))
    text += to_string(breach, started_at) + "\n";
  return text;
}

WatchedRun watched_run(const language::Scenario& scenario, const WatchOptions& how) {
  constexpr sim::Duration usual = std::chrono::minutes{10};
  simulation::ReplayOptions options;
  options.until = scenario.duration.value_or(usual) + how.rest;
  options.skip_idle_work = how.skip_idle_work;
  Circumstances circumstances = circumstances_of(scenario);
  circumstances.excuse_known_faults = how.excuse_known_faults;
  WatchedRun run{History{std::move(circumstances)}, simulation::start_time(scenario, options), 0, {}};
  trace::DigestSink digest{run.started_at};
  Limit limit;
  options.sinks = {&run.history, &digest, &limit};
  options.watch_pods = [&run](sim::Time time, const api::PodPtr& pod, bool gone) {
    run.history.observe(time, pod, gone);
  };
  run.events = simulation::replay(scenario, options).events_run;
  const sim::Duration request_timeout = run.history.circumstances().request_timeout;
  run.history.end(run.started_at + *options.until, ends_undisturbed(scenario, request_timeout, *options.until));
  run.digest = digest.hex();
  return run;
}

}  // namespace podreel::explorer
