// Files that a kubelet leaves on its node for the next one.
#pragma once

#include <optional>

#include "engine/kubelet/allocation/allocated_resources.hpp"
#include "engine/kubelet/volumes/volume_mounts.hpp"
#include "engine/sync/actuated_resources.hpp"
#include "engine/sync/container_logs.hpp"
#include "engine/sync/pod_cgroups.hpp"
#include "engine/sync/pull_records.hpp"

namespace podreel::kubelet {

/// Checkpoints and notes in its folder, mount points, control groups, and the logs of containers.
struct KubeletFiles {
  AllocatedResources allocated{};
  sync::ActuatedResources actuated{};
  sync::PodCgroups cgroups{};
  sync::PullRecords pull_records{};
  sync::ContainerLogs logs{};
  VolumeMounts mounts{};
};

/// The files of one pod.
struct PodFiles {
  /// Null if it has not been admitted.
  api::SpecPtr allocated;
  memory::Text decided;
  decide::ActuatedResources actuated;
  std::optional<sync::PodCgroup> cgroup;
  /// Those of a node that has no other pod.
  sync::PullRecords pull_records;
  sync::ContainerLogs::OfPod logs;
};

[[nodiscard]] PodFiles files_of(const memory::Text& uid, const KubeletFiles& files);
/// Adds the files of a pod that has none yet.
void add_files(const memory::Text& uid, const PodFiles& of_pod, KubeletFiles& files);

}  // namespace podreel::kubelet
