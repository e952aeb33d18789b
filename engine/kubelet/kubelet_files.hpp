// What a kubelet leaves on its node for the next one.
#pragma once

#include "engine/kubelet/allocation/allocated_resources.hpp"
#include "engine/sync/actuated_resources.hpp"
#include "engine/sync/container_logs.hpp"
#include "engine/sync/pod_cgroups.hpp"
#include "engine/sync/pull_intents.hpp"

namespace podreel::kubelet {

/// Checkpoints and notes in its folder, control groups, and the logs of containers.
struct KubeletFiles {
  AllocatedResources allocated{};
  sync::ActuatedResources actuated{};
  sync::PodCgroups cgroups{};
  sync::PullIntents pull_intents{};
  sync::ContainerLogs logs{};
};

}  // namespace podreel::kubelet
