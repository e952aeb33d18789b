#include "engine/decide/new_sandbox.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/decide/init_containers.hpp"
#include "engine/decide/restart_policy.hpp"
#include "engine/decide/sidecars.hpp"
#include "engine/release/behaviour/deciding.hpp"

namespace podreel::decide {

namespace {

/// Returns whether the pod has restartPolicy Never and had a sandbox before. The container policies of 1.34 do not
/// matter here.
bool is_over(Decision& decision) {
  const bool never = decision.spec().restart_policy == api::RestartPolicy::never;
  if (!never || decision.actions().attempt == 0) return false;
  if (decision.behaviour().has(release::sandbox_retried_without_containers) &&
      decision.observed().status.containers.empty()) {
    decision.because({}, rules::sandbox_retried, {}, [] { return "no sandbox has had a container"; });
    return false;
  }
  return true;
}

void leave_down(Decision& decision) {
  decision.because({}, rules::never_pod_not_restarted, "starts no container",
                   [&] { return fmt::format("the next sandbox would be attempt {}", decision.actions().attempt); });
  if (!decision.behaviour().has(release::never_pod_keeps_dead_sandbox)) return;
  decision.actions().create_sandbox = false;
  decision.because({}, rules::never_pod_keeps_dead_sandbox, "no new sandbox",
                   [] { return "nothing would start in it"; });
}

void choose_containers(Decision& decision) {
  const std::vector<api::Container>& containers = decision.spec().containers;
  for (std::size_t i = 0; i < containers.size(); ++i) {
    const runtime::ContainerStatus* status = decision.status_of(containers[i]);
    const bool run_once = restart_policy_of(decision.observed(), containers[i]) == api::RestartPolicy::on_failure;
    if (run_once && has_succeeded(decision.observed(), status)) {
      decision.because(containers[i].name, rules::succeeded_stays, "not restarted", [&] { return describe(status); });
      continue;
    }
    decision.actions().containers_to_start.push_back(i);
  }
}

bool has_nothing_to_do(Decision& decision) {
  if (!decision.actions().containers_to_start.empty()) return false;
  if (!decision.behaviour().has(release::succeeded_pod_keeps_dead_sandbox)) return false;
  return uses_sidecar_algorithm(decision) ? had_regular_container(decision)
                                          : next_init_container(decision.observed()).done;
}

}  // namespace

void start_in_new_sandbox(Decision& decision) {
  PodActions& actions = decision.actions();
  if (is_over(decision)) return leave_down(decision);

  choose_containers(decision);
  if (has_nothing_to_do(decision)) {
    actions.create_sandbox = false;
    decision.because({}, rules::nothing_left_to_start, "no new sandbox",
                     [] { return "all containers have succeeded"; });
    return;
  }
  if (!decision.spec().init_containers.empty()) {
    actions.containers_to_start.clear();
    actions.init_containers_to_start.push_back(0);
    decision.because(decision.spec().init_containers.front().name, rules::init_first, effect::started,
                     [] { return "the pod has init containers"; });
    return;
  }
  for (const std::size_t i : actions.containers_to_start) {
    const runtime::ContainerStatus* status = decision.status_of(decision.spec().containers[i]);
    decision.because(decision.spec().containers[i].name, rules::starts_in_new_sandbox, start_effect(status),
                     [&] { return describe(status); });
  }
}

}  // namespace podreel::decide
