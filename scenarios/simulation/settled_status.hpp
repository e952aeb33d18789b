// The status that a settled pod has on another node, under another UID, and later.
#pragma once

#include "engine/api/pod.hpp"
#include "runtime_fake/inventory.hpp"
#include "runtime_fake/pod_snapshot.hpp"
#include "scenarios/simulation/settled_pod.hpp"

namespace podreel::simulation {

/// Whether the pod's status says its UID, its name, or an id of what it has had, in a text.
[[nodiscard]] bool is_named_in_texts(const api::Pod& pod, const runtime_fake::PodSnapshot& snapshot);

/// The status of the pod `metadata`, of which the runtime has `entry`, if everything is so much later.
[[nodiscard]] api::PodStatus status_of(const SettledPod& settled, const api::ObjectMeta& metadata,
                                       const runtime_fake::PodEntry& entry, sim::Duration later);

}  // namespace podreel::simulation
