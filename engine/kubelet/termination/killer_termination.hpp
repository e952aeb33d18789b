// Pods that their syncs stop, and what no sync stops, the pod killer.
#pragma once

#include <string>
#include <vector>

#include "engine/kubelet/config/sources_ready.hpp"
#include "engine/kubelet/pod_cache.hpp"
#include "engine/kubelet/pod_manager.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/kubelet/prober/prober_manager.hpp"
#include "engine/kubelet/runtime_cache.hpp"
#include "engine/kubelet/status/status_manager.hpp"
#include "engine/kubelet/termination/pod_killer.hpp"
#include "engine/kubelet/termination/pod_termination.hpp"
#include "engine/sync/sync_dependencies.hpp"

namespace podreel::kubelet {

class Housekeeping;
class PodLifecycle;
class VolumeManager;

/// Up to 1.21 nobody keeps account of a pod's end: it is read off the status that the kubelet reports. As long as a
/// regular container runs in it, every sync of a deleted or failed pod stops it once more. After that the pod has no
/// worker, and what the runtime still has of it falls to housekeeping, as orphans do.
class KillerTermination final : public PodTermination {
 public:
  /// All must outlive the termination.
  struct Dependencies : sync::SyncDependencies {
    const PodManager& pods;
    const PodCache& cache;
    StatusManager& statuses;
    ProberManager& prober;
    PodWorkers& workers;
    PodLifecycle& lifecycle;
    VolumeManager& volumes;
    RuntimeCache& runtime_cache;
    const SourcesReady& sources;
    Housekeeping& housekeeping;
  };
  explicit KillerTermination(const Dependencies& dependencies);

  bool needs_work(const api::PodPtr& pod) override;
  void remove(const api::PodPtr& pod) override;
  [[nodiscard]] bool delays_termination(const api::Pod& pod) const override;
  [[nodiscard]] bool is_termination_requested(const memory::Text& uid) const override;
  [[nodiscard]] bool should_content_be_removed(const memory::Text& uid) const override;
  [[nodiscard]] bool is_active(const api::Pod& pod) const override;
  [[nodiscard]] bool could_have_running_containers(const memory::Text& uid) const override;
  [[nodiscard]] bool resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& status) const override;
  bool can_remove_dead_containers(const memory::Text& uid) override;
  [[nodiscard]] std::vector<memory::Text> with_work(std::vector<memory::Text> uids) const override;
  std::vector<memory::Text> forget_workers(const std::vector<memory::Text>& wanted_uids) override;
  [[nodiscard]] bool is_orphan(const memory::Text& uid) const override { return is_termination_requested(uid); }

 private:
  /// The status that the kubelet reports; the API's after its start.
  [[nodiscard]] const api::PodStatus& status_of(const api::Pod& pod) const;
  /// podIsTerminated: it has come to an end, or is deleted and no regular container of it runs.
  [[nodiscard]] bool is_terminated(const api::Pod& pod) const;
  /// deletePod: what the runtime cache has of the pod is killed with the pod's grace period and hooks.
  sim::Task<> kill_removed(api::PodPtr pod);
  sim::Task<RunningPods> running_pods() override { return deps_.runtime_cache.get_pods(); }
  void kill(const runtime::RunningPod& pod) override { killer_.kill(nullptr, pod); }
  [[nodiscard]] bool should_keep_watching() const override;

  Dependencies deps_;
  PodKiller killer_;
  bool awaits_removal_ = false;
};

}  // namespace podreel::kubelet
