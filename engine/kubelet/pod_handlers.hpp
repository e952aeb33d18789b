// HandlePodAdditions, HandlePodUpdates, HandlePodRemoves, HandlePodReconcile and HandlePodSyncs of a kubelet.
#pragma once

#include "engine/change_feed.hpp"
#include "engine/kubelet/active_deadline.hpp"
#include "engine/kubelet/admission/pod_admission.hpp"
#include "engine/kubelet/config/sources_ready.hpp"
#include "engine/kubelet/gc/garbage_collection.hpp"
#include "engine/kubelet/housekeeping.hpp"
#include "engine/kubelet/kubelet_files.hpp"
#include "engine/kubelet/pod_dispatcher.hpp"
#include "engine/kubelet/pod_manager.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/kubelet/status/status_manager.hpp"
#include "engine/kubelet/sync_loop.hpp"
#include "engine/kubelet/termination/pod_termination.hpp"
#include "engine/kubelet/work_queue.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/sim/idle.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::kubelet {

/// The kubelet's side of kubelet.SyncHandler (pkg/kubelet/kubelet.go): passes what the sync loop takes from its
/// channels on to the parts that it concerns.
class PodHandlers final : public SyncHandler {
 public:
  /// All must outlive the handlers.
  struct Dependencies {
    const sim::Process& process;
    const release::Behaviour& behaviour;
    trace::Recorder& recorder;
    const runtime::ChangeFeed& changes;
    SourcesReady& sources;
    PodManager& pods;
    PodAdmission& admission;
    PodDispatcher& dispatcher;
    PodTermination& termination;
    PodWorkers& workers;
    WorkQueue& queue;
    ActiveDeadlines& deadlines;
    StatusManager& statuses;
    GarbageCollection& garbage_collection;
    Housekeeping& housekeeping;
    SyncLoop& loop;
    KubeletFiles& files;
  };
  explicit PodHandlers(const Dependencies& dependencies) : deps_{dependencies} {}

  void handle_pod_addition(const api::PodPtr& pod) override;
  void handle_pod_update(const api::PodPtr& pod) override;
  void handle_pod_removal(const api::PodPtr& pod) override;
  void handle_pod_reconcile(const api::PodPtr& pod) override;
  [[nodiscard]] bool has_pending_admission() const override { return deps_.admission.is_pending(); }
  sim::Task<> finish_admission() override { return deps_.admission.finish(); }
  void add_source(PodSource source) override;
  void on_stale_pods() override { deps_.statuses.schedule_sync(); }

  void handle_lifecycle_event(const lifecycle::PodLifecycleEvent& event) override;
  [[nodiscard]] bool depends_on_reports() const override {
    return !deps_.behaviour.has(release::pod_workers_have_stages);
  }
  void handle_probe_update(const ProbeUpdate& update) override;
  bool resync_idle_pods() override;
  void handle_sync_tick() override;
  sim::Task<> handle_pod_cleanups() override { return deps_.housekeeping.handle_pod_cleanups(); }

  /// Changes when the API shows a static pod otherwise.
  [[nodiscard]] sim::IdleSource& mirror_pods() noexcept { return mirror_pods_; }

  /// A probe's result has changed: the loop syncs the pod where results do that, else it is reported alone.
  void on_probe_result(ProbeUpdate update);

 private:
  /// Syncs the static pod of the mirror pod.
  void handle_mirror_pod(const api::PodPtr& mirror);
  void set_probed_state(const ProbeUpdate& update);
  void sync_after_pause(WorkQueue::WorkerSlot place);
  void record(const api::Pod& pod, std::string_view what);

  Dependencies deps_;
  sim::IdleSource mirror_pods_{"mirror pods"};
};

}  // namespace podreel::kubelet
