#include "engine/decide/pod_container_changes.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/decide/decision.hpp"
#include "engine/decide/init_containers.hpp"
#include "engine/decide/policy.hpp"
#include "engine/decide/restart_policy.hpp"
#include "engine/decide/sandbox_change.hpp"

namespace podreel::decide {

namespace {

using runtime::ContainerState;
using runtime::ContainerStatus;

class Changes {
 public:
  Changes(const Observed& observed, Reasons* reasons) : decision_(observed, unused_, reasons) {}

  PodContainerChanges compute();

 private:
  void inspect_sandbox();
  void settle_sandbox();
  void inspect_init_containers();
  void look_at(std::size_t index);
  void inspect_running(std::size_t index, const ContainerStatus& status);
  void start(std::size_t index, StartReason reason, std::string message, const Rule& rule);
  void keep(std::size_t index, const ContainerStatus& status);
  void kill_the_rest();

  [[nodiscard]] const Observed& observed() const { return decision_.observed(); }
  [[nodiscard]] bool never() const { return decision_.spec().restart_policy == api::RestartPolicy::never; }

  PodActions unused_;
  Decision decision_;
  PodContainerChanges changes_;
};

PodContainerChanges Changes::compute() {
  inspect_sandbox();
  if (!changes_.create_sandbox) inspect_init_containers();
  for (std::size_t i = 0; i < decision_.spec().containers.size(); ++i) look_at(i);
  const bool only_init = changes_.containers_to_start.empty() && changes_.containers_to_keep.empty();
  if (only_init) changes_.init_containers_to_keep.clear();
  kill_the_rest();
  settle_sandbox();
  const NextInitContainer next = next_init_container(observed());
  changes_.next_init = {next.next, next.failed == nullptr ? memory::Text{} : next.failed->id, next.done};
  return std::move(changes_);
}

void Changes::inspect_sandbox() {
  const SandboxChange sandbox = sandbox_change(observed());
  changes_.create_sandbox = sandbox.changed;
  changes_.attempt = sandbox.attempt;
  changes_.sandbox_id = sandbox.sandbox_id;
  decision_.because({}, *sandbox.rule, {}, [&] { return describe_sandboxes(observed().status); });
}

/// Whether the pod gets a new sandbox depends on what would be started in it.
void Changes::settle_sandbox() {
  std::string_view effect;
  if (changes_.create_sandbox) {
    const bool is_first = observed().status.sandboxes.empty();
    effect = is_first ? effect::creates_sandbox : effect::replaces_sandbox;
    if (changes_.containers_to_start.empty()) effect = effect::pod_stopped;
  }
  decision_.settle_first(effect);
}

/// Upstream's checkAndKeepInitContainers: keeps those that run or have exited, up to the first that failed.
void Changes::inspect_init_containers() {
  const std::vector<api::Container>& containers = decision_.spec().init_containers;
  for (std::size_t i = 0; i < containers.size() && !changes_.init_failed; ++i) {
    const ContainerStatus* status = decision_.status_of(containers[i]);
    if (status == nullptr) continue;
    if (status->state != ContainerState::running && status->state != ContainerState::exited) continue;
    changes_.init_containers_to_keep[status->id] = i;
    changes_.init_failed = init_container_failed(decision_.behaviour(), *status);
  }
}

void Changes::look_at(std::size_t index) {
  const api::Container& container = decision_.spec().containers[index];
  const ContainerStatus* status = decision_.status_of(container);
  if (status == nullptr || status->state != ContainerState::running) {
    const Restart restart = should_be_restarted(observed(), container, status);
    if (!restart.restart) return;
    start(index, StartReason::dead,
          fmt::format("Container {} is dead, but RestartPolicy says that we should restart it.", container.name),
          *restart.rule);
    return;
  }
  if (changes_.create_sandbox) {
    if (never()) return;
    start(index, StartReason::sandbox_dead,
          fmt::format("Container {}'s pod sandbox is dead, the container will be recreated.", container.name),
          rules::starts_in_new_sandbox);
    return;
  }
  if (changes_.init_failed) {
    if (never()) return;
    start(index, StartReason::init_failed,
          fmt::format("Failed to initialize pod. \"{}\" will be restarted.", container.name),
          rules::failed_init_restarts_all);
    return;
  }
  inspect_running(index, *status);
}

void Changes::inspect_running(std::size_t index, const ContainerStatus& status) {
  const api::Container& container = decision_.spec().containers[index];
  const IdentityVerdict identity = observed().policy.compare(container, status);
  if (identity.changed) {
    start(index, StartReason::definition_changed,
          fmt::format("Pod \"{}\" container \"{}\" hash changed ({} vs {}), it will be killed and re-created.",
                      observed().pod.metadata.name, container.name, identity.stored_hash, identity.wanted_hash),
          rules::definition_changed);
    return;
  }
  if (!has_failed(observed().liveness, status.id)) {
    keep(index, status);
    return;
  }
  if (never()) return;
  start(index, StartReason::unhealthy,
        fmt::format("pod \"{}\" container \"{}\" is unhealthy, it will be killed and re-created.",
                    api::format_pod(observed().pod), container.name),
        rules::liveness_failed);
}

void Changes::start(std::size_t index, StartReason reason, std::string message, const Rule& rule) {
  const api::Container& container = decision_.spec().containers[index];
  const ContainerStatus* status = decision_.status_of(container);
  const bool is_killed = status != nullptr && status->state == ContainerState::running;
  decision_.because(container.name, rule, is_killed ? effect::killed_and_restarted : start_effect(status),
                    [&] { return describe(status); });
  changes_.containers_to_start[index] = {reason, std::move(message)};
}

void Changes::keep(std::size_t index, const ContainerStatus& status) {
  changes_.containers_to_keep[status.id] = index;
  decision_.because(status.name, rules::container_kept, {}, [&] { return describe(&status); });
}

void Changes::kill_the_rest() {
  const std::vector<api::Container>& containers = decision_.spec().containers;
  for (const ContainerStatus& status : observed().status.containers) {
    if (status.state != ContainerState::running) continue;
    if (changes_.containers_to_keep.contains(status.id) || changes_.init_containers_to_keep.contains(status.id))
      continue;
    const auto wanted = std::find_if(containers.begin(), containers.end(),
                                     [&](const api::Container& container) { return container.name == status.name; });
    const auto started =
        changes_.containers_to_start.find(static_cast<std::size_t>(std::distance(containers.begin(), wanted)));
    std::string message = started == changes_.containers_to_start.end() ? std::string{} : started->second.message;
    decision_.kill(status, std::move(message), kill_reason::none);
    decision_.because(status.name, rules::not_kept, effect::killed, [&] { return describe(&status); });
  }
  changes_.containers_to_kill = std::move(unused_.containers_to_kill);
}

}  // namespace

PodContainerChanges compute_pod_container_changes(const Observed& observed, Reasons* reasons) {
  return Changes(observed, reasons).compute();
}

PodActions to_pod_actions(const PodContainerChanges& changes, api::RestartPolicy restart_policy) {
  PodActions actions;
  actions.sandbox_id = changes.sandbox_id;
  actions.attempt = changes.attempt;
  actions.kill_pod =
      changes.create_sandbox || (changes.containers_to_start.empty() && changes.containers_to_keep.empty());
  if (!actions.kill_pod) actions.containers_to_kill = changes.containers_to_kill;
  if (changes.containers_to_start.empty()) return actions;

  actions.create_sandbox = changes.create_sandbox;
  const NextInit& next = changes.next_init;
  const bool over = !next.failed_id.empty() && restart_policy == api::RestartPolicy::never;
  if (next.next && !over) actions.init_containers_to_start.push_back(*next.next);
  if (!next.done || changes.init_failed) return actions;
  for (const auto& [index, container] : changes.containers_to_start) actions.containers_to_start.push_back(index);
  return actions;
}

}  // namespace podreel::decide
