// When a kubelet removes dead containers, sandboxes and unused images (Kubelet.StartGarbageCollection).
#pragma once

#include <string_view>
#include <vector>

#include "engine/change_feed.hpp"
#include "engine/kubelet/config/sources_ready.hpp"
#include "engine/kubelet/gc/container_gc.hpp"
#include "engine/kubelet/gc/image_gc.hpp"
#include "engine/kubelet/pod_cache.hpp"
#include "engine/kubelet/termination/pod_termination.hpp"
#include "engine/kubelet/tickers.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/container_log_manager.hpp"
#include "engine/sync/sync_dependencies.hpp"

namespace podreel::kubelet {

/// Collects containers every minute and images every five minutes, when something has asked for it; removes dead
/// containers and sandboxes of a pod as they die; and takes away all that is unused when the disk is full.
class GarbageCollection {
 public:
  /// All must outlive the garbage collection.
  struct Dependencies : sync::SyncDependencies {
    const runtime::ChangeFeed& changes;
    const PodCache& cache;
    PodTermination& termination;
    const SourcesReady& sources;
    sync::ContainerLogManager& logs;
    sync::PullRecords& pull_records;
    const Tickers& tickers;
    const ImageGcPolicy& image_policy;
    sim::Time kubelet_started_at{};
  };
  explicit GarbageCollection(const Dependencies& dependencies);

  void start();

  /// Schedules a collection at the next tick.
  void schedule_container_gc();
  void schedule_image_gc();
  [[nodiscard]] bool is_container_gc_scheduled() const noexcept { return container_gc_scheduled_; }
  /// Collects at once, or at the next tick if a collection is under way.
  sim::Task<> collect_containers();

  /// Removes what is not kept of a pod's dead containers after one has exited (pkg/kubelet/pod_container_deletor.go).
  void delete_containers_in_pod(const memory::Text& uid, std::string_view exited_container);
  /// Removes the pod's sandboxes that are not needed after a container of it was removed
  /// (pkg/kubelet/pod_sandbox_deleter.go, 1.20.0).
  void delete_sandboxes_in_pod(const memory::Text& uid);

  /// Removes dead containers and what they leave of sandboxes, also of pods that are still wanted.
  sim::Task<> delete_unused_containers();
  sim::Task<> delete_unused_images() { return image_gc_.delete_unused(); }

 private:
  sim::Task<> remove_containers(runtime::PodStatusPtr status, std::vector<memory::Text> ids);
  sim::Task<> remove_sandboxes(runtime::PodStatusPtr status, bool all);
  sim::Task<> collect_images();
  /// Under disk pressure none of the pod's dead containers is kept.
  [[nodiscard]] bool gives_all_dead_containers(const memory::Text& uid) const;

  Dependencies deps_;
  ContainerGc container_gc_;
  ImageGc image_gc_;
  bool container_gc_scheduled_ = false;
  bool is_collecting_containers_ = false;
  bool image_gc_scheduled_ = false;
};

}  // namespace podreel::kubelet
