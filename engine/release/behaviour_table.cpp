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
       "computePodActions replaces computePodContainerChanges", "kubernetes/kubernetes#49284"},
      {&Behaviour::ephemeral_containers, "ephemeral_containers", {{v(16), {}}},
       Gate{"EphemeralContainers", v(23), v(25)},
       "ephemeral containers are started", "KEP-277"},
      {&Behaviour::sidecars, "sidecars", {{v(28), {}}},
       Gate{"SidecarContainers", v(29), v(33)},
       "init containers with restartPolicy Always are sidecars", "KEP-753"},

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
    if (range.contains(release)) return !row.gate || gate_is_on(*row.gate, release, gates);
  }
  return false;
}

}  // namespace

std::span<const BehaviourRow> behaviour_table() {
  return rows();
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
