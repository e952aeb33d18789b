// A pod's volumes on their way to be mounted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/volumes/operation_back_off.hpp"
#include "engine/sim/process.hpp"

namespace podreel::kubelet {

struct VolumeToMount {
  std::string name;
  OperationBackOff back_off{};
  /// The kubelet has seen that its node has it.
  bool is_attached = false;
  bool has_device = false;
};
using VolumeToMountPtr = std::shared_ptr<VolumeToMount>;

struct PodVolumes {
  api::PodPtr pod;
  /// In the order of the spec.
  std::vector<VolumeToMountPtr> unmounted{};
  /// Volumes that are never mounted, in the order of the spec.
  std::vector<std::string> without_plugin{};
  /// Version of the ConfigMaps and Secrets that the mounted volumes were made from.
  std::uint64_t objects_seen = 0;
  /// Volumes that are refreshed.
  std::set<std::string, std::less<>> refreshed{};
  /// The sync that waits, if one does.
  std::optional<sim::EventId> waiting{};
  bool is_cancelled = false;
  bool is_forgotten = false;

  /// Lets the sync go on that waits, if one does.
  void wake(const sim::Process& process) {
    if (waiting) process.wake(*std::exchange(waiting, std::nullopt));
  }
};
using PodVolumesPtr = std::shared_ptr<PodVolumes>;

}  // namespace podreel::kubelet
