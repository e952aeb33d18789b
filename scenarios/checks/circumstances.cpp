#include "scenarios/checks/circumstances.hpp"

#include <algorithm>

#include "engine/kubelet/crash_backoff_maximum.hpp"
#include "scenarios/format/actions/kubelet.hpp"

namespace podreel::format {

namespace {

using invariants::Circumstances;

void add_kubelet(Circumstances& circumstances, const KubeletSettings& kubelet) {
  const kubelet::KubeletConfiguration& config = kubelet.config;
  const release::Behaviour behaviour =
      with_overrides(release::behaviour_of(kubelet.version, kubelet.feature_gates), kubelet.overrides);
  circumstances.kubelets.push_back(behaviour);
  circumstances.request_timeout = std::min(circumstances.request_timeout, config.runtime_request_timeout);
  circumstances.max_back_off = std::max(circumstances.max_back_off,
                                        kubelet::crash_backoff_maximum(behaviour, config.max_container_restart_period));
}

bool ends_with_api_server(const Scenario& scenario) {
  bool is_up = true;
  for (const Step& step : scenario.timeline) {
    if (step.action->name() == "stopApiServer") is_up = false;
    if (step.action->name() == "startApiServer") is_up = true;
  }
  return is_up;
}

/// Whether the call never succeeds within the kubelet's timeout.
bool is_hopeless(const runtime_fake::CallFault& fault, sim::Duration request_timeout) {
  return fault.fail_first == runtime_fake::CallFault::all || fault.takes.maximum() >= request_timeout;
}

}  // namespace

Circumstances circumstances_of(const Scenario& scenario) {
  Circumstances circumstances;
  KubeletSettings kubelet = scenario.node.kubelet;
  circumstances.request_timeout = kubelet.config.runtime_request_timeout;
  add_kubelet(circumstances, kubelet);
  for (const Step& step : scenario.timeline) {
    const auto started = actions::started_kubelet(*step.action, kubelet);
    if (!started) continue;
    kubelet = *started;
    add_kubelet(circumstances, kubelet);
  }
  return circumstances;
}

bool ends_undisturbed(const Scenario& scenario, const invariants::Circumstances& circumstances, sim::Duration end) {
  const auto fails = [&](const runtime_fake::CallFault& fault) {
    return is_hopeless(fault, circumstances.request_timeout) && fault.holds_at(end);
  };
  return std::ranges::none_of(scenario.runtime.calls, fails) && std::ranges::none_of(scenario.volumes, fails) &&
         ends_with_api_server(scenario);
}

}  // namespace podreel::format
