#include "engine/decide/pod_actions.hpp"

#include <algorithm>
#include <boost/assert/source_location.hpp>
#include <iterator>
#include <stdexcept>

#include "engine/decide/decision.hpp"
#include "engine/decide/init_containers.hpp"
#include "engine/decide/new_sandbox.hpp"
#include "engine/decide/pod_container_changes.hpp"
#include "engine/decide/regular_containers.hpp"
#include "engine/decide/restart_all.hpp"
#include "engine/decide/sandbox_change.hpp"
#include "engine/decide/sidecars.hpp"
#include "engine/invariant.hpp"
#include "engine/release/behaviour/deciding.hpp"

namespace podreel::decide {

namespace {

void clear(PodActions& actions) {
  actions.kill_pod = false;
  actions.create_sandbox = false;
  actions.sandbox_id.clear();
  actions.attempt = 0;
  actions.init_containers_to_start.clear();
  actions.containers_to_start.clear();
  actions.ephemeral_containers_to_start.clear();
  actions.containers_to_kill.clear();
  actions.containers_to_reset.clear();
  actions.containers_to_resize.clear();
  actions.resizes_pod = false;
}

SandboxChange decide_sandbox(Decision& decision) {
  const SandboxChange sandbox = sandbox_change(decision.observed());
  PodActions& actions = decision.actions();
  actions.kill_pod = sandbox.changed;
  actions.create_sandbox = sandbox.changed;
  actions.attempt = sandbox.attempt;
  actions.sandbox_id = sandbox.sandbox_id;
  decision.because({}, *sandbox.rule, {}, [&] { return describe_sandboxes(decision.observed().status); });
  return sandbox;
}

/// Completes the decision's first step: whether the pod gets a new sandbox depends on what would be started in it.
void settle_sandbox(Decision& decision, const SandboxChange& sandbox) {
  std::string_view effect =
      decision.observed().status.sandboxes.empty() ? effect::creates_sandbox : effect::replaces_sandbox;
  if (!decision.actions().create_sandbox) effect = sandbox.changed ? effect::pod_stopped : std::string_view{};
  decision.settle_first(effect);
}

/// Ephemeral containers are started whatever the state of the init containers.
void decide_ephemeral_containers(Decision& decision) {
  if (!decision.behaviour().has(release::ephemeral_containers)) return;
  const std::vector<api::Container>& containers = decision.spec().ephemeral_containers;
  for (std::size_t i = 0; i < containers.size(); ++i) {
    const runtime::ContainerStatus* status = decision.status_of(containers[i]);
    if (status == nullptr) decision.actions().ephemeral_containers_to_start.push_back(i);
    decision.because(containers[i].name, rules::ephemeral_started_once,
                     status == nullptr ? effect::started : std::string_view{}, [&] { return describe(status); });
  }
}

void decide_in_sandbox(Decision& decision) {
  decide_ephemeral_containers(decision);
  const bool initialized =
      uses_sidecar_algorithm(decision) ? decide_sidecars(decision) : decide_init_containers(decision);
  if (initialized) decide_regular_containers(decision);
}

void decide_all(Decision& decision) {
  const SandboxChange sandbox = decide_sandbox(decision);
  if (decision.observed().restart_all_containers) {
    decide_reset(decision);
  } else if (sandbox.changed) {
    start_in_new_sandbox(decision);
  } else {
    decide_in_sandbox(decision);
  }
  settle_sandbox(decision, sandbox);
}

/// Checks that a list starts no container twice.
void check_starts(const std::vector<std::size_t>& starts, const std::vector<api::Container>& containers) {
  for (auto start = starts.begin(); start != starts.end(); ++start) {
    PODREEL_INVARIANT(*start < containers.size(), "what is started is a container of the spec");
    const bool is_after_others = start == starts.begin() || *std::prev(start) < *start;
    PODREEL_INVARIANT(is_after_others || std::find(starts.begin(), start, *start) == start,
                      "no container is started twice");
  }
}

bool is_started(const PodActions& actions, const ContainerToResize& resize) {
  const auto& starts =
      resize.kind == api::ContainerKind::init ? actions.init_containers_to_start : actions.containers_to_start;
  return std::ranges::find(starts, resize.container) != starts.end();
}

/// Checks the invariants of every decision. Costs next to nothing where there is nothing to do.
void check(const PodActions& actions, const Observed& observed) {
  const api::PodSpec& spec = *observed.pod.spec;
  check_starts(actions.init_containers_to_start, spec.init_containers);
  check_starts(actions.containers_to_start, spec.containers);
  check_starts(actions.ephemeral_containers_to_start, spec.ephemeral_containers);
  PODREEL_INVARIANT(actions.kill_pod || !actions.create_sandbox, "a pod that gets a new sandbox is killed before");
  PODREEL_INVARIANT(!actions.kill_pod || actions.create_sandbox || actions.containers_to_start.empty(),
                    "no regular container starts in a pod that is killed and gets no new sandbox");
  const std::vector<ContainerToKill>& kills = actions.containers_to_kill;
  for (auto kill = kills.begin(); kill != kills.end(); ++kill) {
    PODREEL_INVARIANT(
        std::find_if(kills.begin(), kill, [&](const auto& other) { return other.id == kill->id; }) == kill,
        "No container is killed twice.");
  }
  for (const ContainerToResize& resize : actions.containers_to_resize) {
    PODREEL_INVARIANT(std::ranges::find(kills, resize.id, &ContainerToKill::id) == kills.end(),
                      "a container that is resized is not killed");
    PODREEL_INVARIANT(!is_started(actions, resize), "a container that is resized is not started");
  }
}

}  // namespace

std::optional<Panic> compute_pod_actions_into(PodActions& actions, const Observed& observed, Reasons* reasons) {
  clear(actions);
  Decision decision(observed, actions, reasons);
  if (!observed.behaviour.has(release::modern_pod_actions)) {
    actions = to_pod_actions(compute_pod_container_changes(observed, reasons), observed.pod.spec->restart_policy);
    check(actions, observed);
    return std::nullopt;
  }
  if (sandbox_panics(observed)) {
    decision.because({}, rules::network_missing, "the kubelet panics",
                     [] { return "the sandbox's status has no network"; });
    return Panic{std::string(nil_pointer_panic)};
  }
  decide_all(decision);
  check(actions, observed);
  return std::nullopt;
}

boost::system::result<PodActions, Panic> compute_pod_actions(const Observed& observed, Reasons* reasons) {
  PodActions actions;
  if (std::optional<Panic> panic = compute_pod_actions_into(actions, observed, reasons)) return *std::move(panic);
  return actions;
}

void throw_exception_from_error(const Panic& panic, const boost::source_location&) {
  throw std::runtime_error(panic.message);
}

}  // namespace podreel::decide
