// Unmounts the volumes of pods that have ended.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/kubelet/volumes/volume_mounts.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/sync_dependencies.hpp"
#include "engine/volume_plugins.hpp"

namespace podreel::kubelet {

/// Follows what becomes of volumes.
class UnmountListener {
 public:
  /// Called when nothing of some pod is mounted any more.
  virtual void on_unmounted() = 0;

 protected:
  ~UnmountListener() = default;
};

/// UnmountVolume of pkg/volume/util/operationexecutor: its failures are retried for ever, without an event.
class VolumeUnmounter {
 public:
  struct Dependencies : sync::SyncDependencies {
    volumes::VolumePlugins& plugins;
    VolumeMounts& mounts;
    UnmountListener& listener;
  };
  explicit VolumeUnmounter(const Dependencies& dependencies) : deps_{dependencies} {}

  /// Begins to unmount the volumes of a pod that has ended.
  void unmount(const memory::Text& uid);
  /// WaitForUnmount: until nothing of the pod is mounted, at most 2 min 3 s. Returns why not.
  [[nodiscard]] sim::Task<std::optional<std::string>> wait(memory::Text uid);

 private:
  sim::Task<> unmount_volume(api::PodPtr pod, std::string volume);
  void record(const api::Pod& pod, const char* what, const std::string& volume, std::optional<std::string> why) const;

  Dependencies deps_;
  /// UID and volume of what is being unmounted.
  std::set<std::pair<memory::Text, std::string>> begun_;
  /// Syncs that wait for a pod, by its UID.
  std::map<memory::Text, std::vector<sim::EventId>> waiting_;
};

}  // namespace podreel::kubelet
