#include "engine/decide/init_containers.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/decide/restart_policy.hpp"
#include "engine/release/behaviour/deciding.hpp"

namespace podreel::decide {

namespace {

using runtime::ContainerState;
using runtime::ContainerStatus;

const ContainerStatus* running_regular_container(const Observed& observed) {
  for (const api::Container& container : observed.pod.spec->containers) {
    const ContainerStatus* status = observed.status.find(container.name);
    if (status != nullptr && status->state == ContainerState::running) return status;
  }
  return nullptr;
}

/// Returns the step after the last init container that failed, if any.
std::optional<NextInitContainer> after_failure(const Observed& observed) {
  const std::vector<api::Container>& containers = observed.pod.spec->init_containers;
  for (std::size_t i = containers.size(); i-- > 0;) {
    const ContainerStatus* status = observed.status.find(containers[i].name);
    if (status == nullptr || !init_container_failed(observed.behaviour, *status)) continue;
    return NextInitContainer{status, i, false, &rules::failed_init_restarted, status};
  }
  return std::nullopt;
}

/// Returns the step where nothing failed: the last container that exited or runs shows how far the pod is. Earlier
/// ones may have been removed.
NextInitContainer by_progress(const Observed& observed) {
  const std::vector<api::Container>& containers = observed.pod.spec->init_containers;
  for (std::size_t i = containers.size(); i-- > 0;) {
    const ContainerStatus* status = observed.status.find(containers[i].name);
    if (status == nullptr) continue;
    if (status->state == ContainerState::running) return {nullptr, std::nullopt, false, &rules::init_running, status};
    if (status->state != ContainerState::exited) continue;
    if (i + 1 == containers.size()) return {nullptr, std::nullopt, true, &rules::last_init_done, status};
    return {nullptr, i + 1, false, &rules::next_init, status};
  }
  return {nullptr, 0, false, &rules::first_init, nullptr};
}

/// Explains why no init container is started.
void explain_wait(Decision& decision, const NextInitContainer& next) {
  if (next.rule == nullptr) return;
  const bool is_waiting = next.rule == &rules::init_running;
  const std::string& first = decision.spec().init_containers.front().name;
  decision.because(next.witness == nullptr ? std::string_view{first} : next.witness->name.view(), *next.rule,
                   is_waiting ? effect::later_wait : std::string_view{}, [&] { return describe(next.witness); });
}

void start(Decision& decision, const NextInitContainer& next, std::size_t index) {
  if (next.failed != nullptr && next.failed->state == ContainerState::unknown) {
    decision.kill(*next.failed, unknown_state_message("Init container"), kill_reason::unknown);
    decision.because(next.failed->name, rules::unknown_init_killed, effect::killed,
                     [&] { return describe(next.failed); });
  }
  decision.actions().init_containers_to_start.push_back(index);
  const std::string& name = decision.spec().init_containers[index].name;
  decision.because(name, *next.rule, start_effect(next.failed), [&] {
    const bool is_other = next.witness != nullptr && next.failed == nullptr;
    const memory::Text found = describe(next.witness);
    return is_other ? memory::Text::joined({next.witness->name.view(), ": ", found.view()}) : found;
  });
}

}  // namespace

bool init_container_failed(const release::Behaviour& behaviour, const runtime::ContainerStatus& status) {
  if (behaviour.has(release::oom_killed_init_container_failed) && status.reason == "OOMKilled") return true;
  if (status.state == ContainerState::exited) return status.exit_code != 0;
  return behaviour.has(release::unknown_containers_killed_first) && status.state == ContainerState::unknown;
}

NextInitContainer next_init_container(const Observed& observed) {
  if (observed.pod.spec->init_containers.empty()) return {nullptr, std::nullopt, true, nullptr, nullptr};
  if (observed.behaviour.has(release::running_container_means_initialized)) {
    const ContainerStatus* running = running_regular_container(observed);
    if (running != nullptr) return {nullptr, std::nullopt, true, &rules::running_means_initialized, running};
  }
  if (const std::optional<NextInitContainer> next = after_failure(observed)) return *next;
  return by_progress(observed);
}

bool decide_init_containers(Decision& decision) {
  const NextInitContainer next = next_init_container(decision.observed());
  if (!next.next) {
    explain_wait(decision, next);
  } else if (next.failed != nullptr && decision.spec().restart_policy == api::RestartPolicy::never) {
    decision.actions().kill_pod = true;
    decision.because(next.failed->name, rules::failed_init_ends_pod, effect::ends_pod,
                     [&] { return describe(next.failed); });
  } else {
    start(decision, next, *next.next);
  }
  return next.done;
}

std::string unknown_state_message(std::string_view what) {
  return fmt::format("{} is in \"unknown\" state, try killing it before restart", what);
}

}  // namespace podreel::decide
