#include <algorithm>

#include "engine/release/behaviour.hpp"

namespace podreel::release {

namespace {

constexpr Release v(int minor, int patch = 0) {
  return {minor, patch};
}

// clang-format off
const std::vector<BehaviourRow>& rows() {
  static const std::vector<BehaviourRow> table{
      // Deciding: computePodActions.
      {&Behaviour::modern_pod_actions, "modern_pod_actions", {{v(8), {}}}, {},
       "computePodActions replaces computePodContainerChanges", "kubernetes/kubernetes#47599"},
      {&Behaviour::ephemeral_containers, "ephemeral_containers", {{v(16), {}}},
       Gate{"EphemeralContainers", v(23), v(25)},
       "ephemeral containers are started", "KEP-277"},
      {&Behaviour::sidecars, "sidecars", {{v(28), {}}},
       Gate{"SidecarContainers", v(29), v(33)},
       "init containers with restartPolicy Always are sidecars", "KEP-753"},
      {&Behaviour::sandbox_without_network_panics, "sandbox_without_network_panics", {{v(8), v(25)}}, {},
       "a ready sandbox whose status has no network message makes the kubelet panic", "kubernetes/kubernetes#109042"},
      {&Behaviour::never_pod_keeps_dead_sandbox, "never_pod_keeps_dead_sandbox", {{v(13), {}}}, {},
       "a Never pod whose sandbox is gone gets no new one", "kubernetes/kubernetes#68980"},
      {&Behaviour::sandbox_retried_without_containers, "sandbox_retried_without_containers",
       {{v(13, 8), v(14)}, {v(14, 4), v(15)}, {v(15, 1), {}}}, {},
       "a Never pod that never had a container gets another sandbox", "kubernetes/kubernetes#79451"},
      {&Behaviour::succeeded_pod_keeps_dead_sandbox, "succeeded_pod_keeps_dead_sandbox",
       {{v(17, 15), v(18)}, {v(18, 13), v(19)}, {v(19, 4), {}}}, {},
       "an initialized pod with nothing left to start gets no new sandbox", "kubernetes/kubernetes#92614"},
      {&Behaviour::succeeded_means_exited, "succeeded_means_exited", {{v(32), {}}}, {},
       "only an exited container can have succeeded; before, one that was created or lost and whose exit code was 0 had, too",
       "kubernetes/kubernetes#123839"},
      {&Behaviour::unknown_containers_killed_first, "unknown_containers_killed_first", {{v(14), {}}}, {},
       "a container in an unknown state is killed before it is started again, and such an init container has failed",
       "kubernetes/kubernetes#73802"},
      {&Behaviour::kill_messages_name_container, "kill_messages_name_container", {{v(14), {}}}, {},
       "the message of a kill names the container and says whether it will be restarted",
       "kuberuntime_manager.go, 1.14"},
      {&Behaviour::kill_reasons, "kill_reasons", {{v(21), {}}}, {},
       "a kill carries its reason: LivenessProbe, StartupProbe, Unknown", "KEP-2238"},
      {&Behaviour::startup_probe_failure_kills, "startup_probe_failure_kills", {{v(17), {}}}, {},
       "a container whose startup probe failed is killed", "KEP-950"},
      {&Behaviour::deleted_pod_restarts_nothing, "deleted_pod_restarts_nothing", {{v(18), {}}}, {},
       "the regular containers of a pod that is being deleted are not started again", "kubernetes/kubernetes#88440"},
      {&Behaviour::running_container_means_initialized, "running_container_means_initialized", {{v(21), {}}}, {},
       "while a regular container runs, the pod is initialized, whatever is left of its init containers",
       "kubernetes/kubernetes#96572"},
      {&Behaviour::oom_killed_init_container_failed, "oom_killed_init_container_failed", {{v(23), {}}}, {},
       "an init container that was OOMKilled has failed even if its exit code is 0", "kubernetes/kubernetes#104650"},
      {&Behaviour::sidecar_algorithm_for_every_pod, "sidecar_algorithm_for_every_pod", {{v(28), v(28, 2)}}, {},
       "every pod's init containers go through the sidecar algorithm, whatever the gate says",
       "kubernetes/kubernetes#116429, #120281"},
      {&Behaviour::sidecar_algorithm_for_every_pod, "sidecar_algorithm_for_every_pod",
       {{v(28, 2), v(29, 9)}, {v(30), v(30, 5)}, {v(31), v(31, 1)}},
       Gate{"SidecarContainers", v(29), v(33)},
       "every pod's init containers go through the sidecar algorithm", "kubernetes/kubernetes#120281, #127162"},
      {&Behaviour::sidecar_algorithm_for_every_pod, "sidecar_algorithm_for_every_pod", {{v(33), v(34)}},
       Gate{"LegacySidecarContainers", {}, {}, false},
       "every pod's init containers go through the sidecar algorithm", "kubernetes/kubernetes#130058"},
      {&Behaviour::sidecar_algorithm_for_every_pod, "sidecar_algorithm_for_every_pod", {{v(34), {}}}, {},
       "every pod's init containers go through the sidecar algorithm", "kubernetes/kubernetes#131463"},
      {&Behaviour::exited_container_means_initialized, "exited_container_means_initialized", {{v(28), v(29)}}, {},
       "in the sidecar algorithm, an exited regular container means that the pod is initialized",
       "kubernetes/kubernetes#116429, #120269"},
      {&Behaviour::created_init_container_restarted, "created_init_container_restarted",
       {{v(29, 9), v(30)}, {v(30, 5), v(31)}, {v(31, 1), {}}}, {},
       "in the sidecar algorithm, an init container that was created but not started is started again",
       "kubernetes/kubernetes#126543"},
      {&Behaviour::changed_sidecar_restarted, "changed_sidecar_restarted", {{v(32), {}}}, {},
       "a running sidecar whose definition changed is killed and started again", "kubernetes/kubernetes#126525"},
      {&Behaviour::container_restart_rules, "container_restart_rules", {{v(34), {}}},
       Gate{"ContainerRestartRules", v(35), {}},
       "containers have a restart policy and restart rules of their own", "KEP-5307"},
      {&Behaviour::restart_all_containers, "restart_all_containers", {{v(35), {}}},
       {Gate{"RestartAllContainersOnContainerExits", v(36), {}}, Gate{"NodeDeclaredFeatures", v(36), {}},
        Gate{"ContainerRestartRules", v(35), {}}},
       "a container's exit can restart all containers of its pod in place", "KEP-5532"},
      {&Behaviour::in_place_resize, "in_place_resize", {{v(27), {}}},
       Gate{"InPlacePodVerticalScaling", v(33), v(35)},
       "a container whose CPU or memory changed is resized in place, or restarted if its resizePolicy says so",
       "KEP-1287", false},
      {&Behaviour::resize_from_reported_status, "resize_from_reported_status", {{v(27), v(32)}}, {},
       "what a container has is read from the pod's reported status first, and only an allocated resize counts",
       "KEP-1287", false},
      {&Behaviour::resize_from_actuated_record, "resize_from_actuated_record", {{v(33), {}}}, {},
       "what a container has is read from the kubelet's own record of what it last asked the runtime for",
       "kubernetes/kubernetes#130599", false},
      {&Behaviour::sidecar_resize, "sidecar_resize", {{v(33), {}}}, {},
       "running sidecars are resized in place, too", "kubernetes/kubernetes#128367", false},
      {&Behaviour::init_container_resize, "init_container_resize", {{v(36), {}}},
       Gate{"InPlacePodVerticalScalingInitContainers", v(36), {}},
       "running init containers are resized in place, too", "KEP-1287", false},
      {&Behaviour::static_pod_resize, "static_pod_resize", {{v(36), {}}}, {},
       "the containers of static pods are resized in place, too", "KEP-1287", false},

      // Doing: SyncPod.

      // Reporting: pod status.

      // The loop: pod workers, PLEG, probes, garbage collection.
  };
  return table;
}
// clang-format on

bool gate_is_on(const Gate& gate, Release release, const FeatureGates& gates) {
  if (gate.locked && release >= *gate.locked) return true;
  if (const auto set = gates.find(gate.name); set != gates.end()) return set->second;
  return gate.on_by_default && release >= *gate.on_by_default;
}

bool holds(const BehaviourRow& row, Release release, const FeatureGates& gates) {
  for (const ReleaseRange& range : row.ranges) {
    if (!range.contains(release)) continue;
    return std::all_of(row.gates.begin(), row.gates.end(),
                       [&](const Gate& gate) { return gate_is_on(gate, release, gates) == gate.wanted; });
  }
  return false;
}

}  // namespace

std::span<const BehaviourRow> behaviour_table() {
  return rows();
}

std::optional<Release> since(const BehaviourRow& row, Release release) {
  for (const ReleaseRange& range : row.ranges) {
    if (range.contains(release)) return range.since;
  }
  return std::nullopt;
}

const BehaviourRow* row_of(bool Behaviour::*capability, Release release) {
  for (const BehaviourRow& row : rows()) {
    if (row.capability == capability && since(row, release)) return &row;
  }
  return nullptr;
}

Behaviour behaviour_of(Release release, const FeatureGates& gates) {
  Behaviour behaviour;
  behaviour.release = release;
  for (const BehaviourRow& row : rows()) {
    if (holds(row, release, gates)) behaviour.*row.capability = true;
  }
  return behaviour;
}

}  // namespace podreel::release
