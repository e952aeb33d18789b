// Pods that their workers bring to an end.
#pragma once

#include <string>
#include <vector>

#include "engine/kubelet/config/sources_ready.hpp"
#include "engine/kubelet/pod_manager.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/kubelet/runtime_cache.hpp"
#include "engine/kubelet/status/status_manager.hpp"
#include "engine/kubelet/termination/pod_termination.hpp"
#include "engine/runtime.hpp"
#include "engine/sync/sync_dependencies.hpp"

namespace podreel::kubelet {

/// Since 1.22 (#102344) a worker takes its pod through its stages, knows in which it is, and ends orphans, too.
class WorkerTermination final : public PodTermination {
 public:
  /// All must outlive the termination.
  struct Dependencies : sync::SyncDependencies {
    const PodManager& pods;
    const StatusManager& statuses;
    PodWorkers& workers;
    RuntimeCache& runtime_cache;
    /// Until all are ready nothing is removed.
    const SourcesReady& sources;
  };
  explicit WorkerTermination(const Dependencies& dependencies) : deps_{dependencies} {}

  bool needs_work(const api::PodPtr& pod) override;
  void remove(const api::PodPtr& pod) override;
  /// Workers see to that.
  [[nodiscard]] bool delays_termination(const api::Pod& /*pod*/) const override { return false; }
  [[nodiscard]] bool is_termination_requested(const memory::Text& uid) const override;
  [[nodiscard]] bool should_content_be_removed(const memory::Text& uid) const override;
  [[nodiscard]] bool is_active(const api::Pod& pod) const override;
  [[nodiscard]] bool could_have_running_containers(const memory::Text& uid) const override;
  [[nodiscard]] bool resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& status) const override;
  bool can_remove_dead_containers(const memory::Text& uid) override;
  [[nodiscard]] std::vector<memory::Text> with_work(std::vector<memory::Text> uids) const override;
  std::vector<memory::Text> forget_workers(const std::vector<memory::Text>& wanted_uids) override;
  [[nodiscard]] bool is_orphan(const memory::Text& uid) const override;

 private:
  sim::Task<RunningPods> running_pods() override;
  void kill(const runtime::RunningPod& pod) override;
  [[nodiscard]] bool should_keep_watching() const override;

  Dependencies deps_;
};

}  // namespace podreel::kubelet
