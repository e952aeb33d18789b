// Mounts and refreshes a pod's volumes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/apiserver/api_server.hpp"
#include "engine/apiserver/config_objects.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/kubelet/volumes/pod_volumes.hpp"
#include "engine/kubelet/volumes/volume_mounts.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/sync_dependencies.hpp"
#include "engine/timing/timing.hpp"
#include "engine/volume_plugins.hpp"

namespace podreel::kubelet {

/// The reconciler of pkg/kubelet/volumemanager and its operations, as far as they have to do with mounting: each volume
/// for itself, tried again after a back-off of its own, until it is mounted or its pod is forgotten.
class VolumeMounter {
 public:
  struct Dependencies : sync::SyncDependencies {
    const apiserver::ConfigObjects& objects;
    volumes::VolumePlugins& plugins;
    VolumeMounts& mounts;
    /// Its node's status.volumesAttached says what is attached.
    apiserver::ApiServer& api_server;
  };
  explicit VolumeMounter(const Dependencies& dependencies);

  /// Returns those that are not there by the time that somebody looks.
  [[nodiscard]] std::vector<VolumeToMountPtr> unmounted_volumes(const api::PodPtr& pod) const;
  /// Returns those that are never mounted.
  [[nodiscard]] std::vector<std::string> without_plugin(const api::Pod& pod) const;
  /// Mounts those that are not mounted, and wakes the sync that waits for the last one.
  sim::Task<> mount(PodVolumesPtr volumes);
  /// Refreshes volumes whose ConfigMaps and Secrets have changed.
  void refresh(const PodVolumesPtr& volumes, const api::PodPtr& pod);
  /// Names of those volumes that are not mounted.
  [[nodiscard]] std::vector<std::string> unattached_volumes(const PodVolumes& volumes) const;

 private:
  sim::Task<> mount_volume(PodVolumesPtr volumes, VolumeToMountPtr volume, Ticker ticks);
  /// False if it is tried again later.
  sim::Task<bool> try_to_mount(const api::PodPtr& pod, VolumeToMount& volume);
  /// VerifyControllerAttachedVolume: fails in silence.
  [[nodiscard]] bool is_attached(const api::PodPtr& pod, VolumeToMount& volume) const;
  [[nodiscard]] bool needs_attachment(const api::Pod& pod, const VolumeToMount& volume) const;
  sim::Task<std::optional<std::string>> operate(volumes::Operation operation, const api::PodPtr& pod,
                                                VolumeToMount& volume);
  sim::Task<> refresh_volume(PodVolumesPtr volumes, api::PodPtr pod, std::string name);
  /// The first problem of the volume's sources; nothing if there is none.
  [[nodiscard]] std::optional<std::string> source_problem(const api::Pod& pod, const std::string& volume) const;
  void record_failure(const api::Pod& pod, std::string_view operation, const std::string& volume,
                      const std::string& error) const;

  Dependencies deps_;
  timing::Stream reconciler_;
};

}  // namespace podreel::kubelet
