#include "engine/decide/init_containers.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/decide/restart_policy.hpp"

namespace podreel::decide {

namespace {

using runtime::ContainerState;

bool any_regular_container_runs(const Observed& observed) {
  const std::vector<api::Container>& containers = observed.pod.spec->containers;
  return std::any_of(containers.begin(), containers.end(), [&](const api::Container& container) {
    const runtime::ContainerStatus* status = observed.status.find(container.name);
    return status != nullptr && status->state == ContainerState::running;
  });
}

/// The last init container that failed decides.
std::optional<NextInitContainer> after_failure(const Observed& observed) {
  const std::vector<api::Container>& containers = observed.pod.spec->init_containers;
  for (std::size_t i = containers.size(); i-- > 0;) {
    const runtime::ContainerStatus* status = observed.status.find(containers[i].name);
    if (status == nullptr || !init_container_failed(observed.behaviour, *status)) continue;
    return NextInitContainer{status, i, false, &rules::last_failed_init};
  }
  return std::nullopt;
}

/// Nothing failed: the last one that exited or runs shows how far the pod got. Earlier ones may have been removed.
NextInitContainer by_progress(const Observed& observed) {
  const std::vector<api::Container>& containers = observed.pod.spec->init_containers;
  for (std::size_t i = containers.size(); i-- > 0;) {
    const runtime::ContainerStatus* status = observed.status.find(containers[i].name);
    if (status == nullptr) continue;
    if (status->state == ContainerState::running) return {nullptr, std::nullopt, false, &rules::init_running};
    if (status->state != ContainerState::exited) continue;
    if (i + 1 == containers.size()) return {nullptr, std::nullopt, true, &rules::last_init_done};
    return {nullptr, i + 1, false, &rules::next_init};
  }
  return {nullptr, 0, false, &rules::first_init};
}

void start(Decision& decision, const NextInitContainer& next, std::size_t index) {
  const api::Container& container = decision.spec().init_containers[index];
  const bool unknown = next.failed != nullptr && next.failed->state == ContainerState::unknown;
  if (unknown) {
    decision.kill(*next.failed, unknown_state_message("Init container"), kill_reason::unknown);
    decision.because(
        container.name, rules::unknown_init_killed, [&] { return describe(next.failed); }, "killed");
  }
  decision.actions().init_containers_to_start.push_back(index);
  const Rule& rule = next.failed == nullptr ? *next.rule : rules::failed_init_restarted;
  decision.because(
      container.name, rule, [&] { return describe(decision.status_of(container)); }, "started");
}

}  // namespace

bool init_container_failed(const release::Behaviour& behaviour, const runtime::ContainerStatus& status) {
  if (behaviour.oom_killed_init_container_failed && status.reason == "OOMKilled") return true;
  if (status.state == ContainerState::exited) return status.exit_code != 0;
  return behaviour.unknown_containers_killed_first && status.state == ContainerState::unknown;
}

NextInitContainer next_init_container(const Observed& observed) {
  if (observed.pod.spec->init_containers.empty()) return {nullptr, std::nullopt, true, nullptr};
  if (observed.behaviour.running_container_means_initialized && any_regular_container_runs(observed)) {
    return {nullptr, std::nullopt, true, &rules::running_means_initialized};
  }
  if (const std::optional<NextInitContainer> next = after_failure(observed)) return *next;
  return by_progress(observed);
}

bool decide_init_containers(Decision& decision) {
  const NextInitContainer next = next_init_container(decision.observed());
  if (next.done || !next.next) {
    if (next.rule != nullptr) decision.because({}, *next.rule, [] { return std::string("init containers checked"); });
    return next.done;
  }
  if (next.failed != nullptr && decision.spec().restart_policy == api::RestartPolicy::never) {
    decision.actions().kill_pod = true;
    decision.because(
        next.failed->name, rules::failed_init_ends_pod, [&] { return describe(next.failed); }, "the pod is killed");
    return false;
  }
  start(decision, next, *next.next);
  return false;
}

std::string unknown_state_message(std::string_view what) {
  return fmt::format("{} is in \"unknown\" state, try killing it before restart", what);
}

}  // namespace podreel::decide
