// Kubelet.HandlePodCleanups: the end of pods that nobody wants.
#pragma once

#include <set>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/change_feed.hpp"
#include "engine/kubelet/config/mirror_client.hpp"
#include "engine/kubelet/config/sources_ready.hpp"
#include "engine/kubelet/gc/garbage_collection.hpp"
#include "engine/kubelet/pod_manager.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/kubelet/prober/prober_manager.hpp"
#include "engine/kubelet/runtime_cache.hpp"
#include "engine/kubelet/status/status_manager.hpp"
#include "engine/kubelet/sync_loop.hpp"
#include "engine/kubelet/termination/pod_termination.hpp"
#include "engine/kubelet/volumes/volume_manager.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/pod_cgroups.hpp"

namespace podreel::kubelet {

class PodLifecycle;

/// Forgets workers, probes, statuses and mirror pods whose pods are gone, and stops what runs without being wanted:
/// every two seconds, as long as there may be something to do.
class Housekeeping {
 public:
  /// All must outlive housekeeping.
  struct Dependencies {
    const sim::Process& process;
    const release::Behaviour& behaviour;
    const runtime::ChangeFeed& changes;
    const SourcesReady& sources;
    const PodManager& pods;
    PodWorkers& workers;
    PodTermination& termination;
    PodLifecycle& lifecycle;
    ProberManager& prober;
    StatusManager& statuses;
    MirrorClient& mirror_client;
    RuntimeCache& runtime_cache;
    GarbageCollection& garbage_collection;
    sync::PodCgroups& cgroups;
    const VolumeManager& volumes;
    SyncLoop& loop;
  };
  explicit Housekeeping(const Dependencies& dependencies) : deps_{dependencies} {}

  sim::Task<> handle_pod_cleanups();

  /// Somebody has deleted a pod.
  void note_deletion();
  /// The containers of a pod have ended.
  void note_end_of_containers(const memory::Text& uid);
  /// A pod ends: the next tick may see it as one that runs without being wanted.
  void watch_for_orphans();
  /// A pod is over, or no source has it any more. `ended`: what was last seen of it; null if that does not matter.
  sim::Task<> watch_leftovers(runtime::PodStatusPtr ended);

  /// A pod in no source whose directory has been removed.
  [[nodiscard]] bool has_removed_directory_of(const memory::Text& uid) const {
    return without_directory_.contains(uid);
  }

 private:
  /// Returns those of these pods that housekeeping does not take for terminated (filterOutInactivePods).
  [[nodiscard]] std::vector<memory::Text> restartable_among(std::vector<memory::Text> desired) const;
  /// Returns those of these pods whose probes continue.
  [[nodiscard]] std::vector<memory::Text> probed_among(std::vector<memory::Text> uids) const;
  /// Starts static pods again whose manifests came back while they were being terminated.
  void restart_terminated(const std::vector<memory::Text>& restartable);
  /// Removes the directories of pods in no source, sorted, of which the runtime has neither a running container nor a
  /// ready sandbox, and of which nothing is mounted (cleanupOrphanedPodDirs).
  void remove_directories(const std::vector<memory::Text>& without_source, const PodTermination::RunningPods& running);
  /// Removes the control groups of pods that cannot run any more (cleanupOrphanedPodCgroups). Those of pods with
  /// mounted volumes keep the least CPU.
  void clean_up_control_groups();
  /// Returns false if it has to be tried again.
  bool delete_orphaned_mirror_pods();

  Dependencies deps_;
  /// Pods that have workers, but neither a source nor a directory.
  std::set<memory::Text> without_directory_;
};

}  // namespace podreel::kubelet
