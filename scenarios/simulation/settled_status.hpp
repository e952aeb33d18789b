// Adapts the status of a settled pod to another node, UID and time.
#pragma once

#include "engine/api/pod.hpp"
#include "runtime_fake/inventory.hpp"
#include "runtime_fake/pod_snapshot.hpp"
#include "scenarios/simulation/settled_pod.hpp"

namespace podreel::simulation {

/// Whether a text of the pod's status contains its UID, its name, or an id of its containers or sandboxes.
[[nodiscard]] bool is_named_in_texts(const api::Pod& pod, const runtime_fake::PodSnapshot& snapshot);

/// Returns the status of the pod `metadata`, whose state in the runtime is `entry`, with all times moved.
[[nodiscard]] api::PodStatus status_of(const SettledPod& settled, const api::ObjectMeta& metadata,
                                       const runtime_fake::PodEntry& entry, sim::Duration later);

}  // namespace podreel::simulation
