// A kubelet: one process on the node, from its start to its end.
#pragma once

#include <bitset>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/apiserver/api_server.hpp"
#include "engine/change_feed.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/active_deadline.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/kubelet/admission/active_requests.hpp"
#include "engine/kubelet/allocation/allocation_manager.hpp"
#include "engine/kubelet/config/api_source.hpp"
#include "engine/kubelet/config/file_source.hpp"
#include "engine/kubelet/config/mirror_client.hpp"
#include "engine/kubelet/config/pod_config.hpp"
#include "engine/kubelet/config/static_pod_folder.hpp"
#include "engine/kubelet/eviction/eviction_manager.hpp"
#include "engine/kubelet/gc/container_gc.hpp"
#include "engine/kubelet/kubelet_files.hpp"
#include "engine/kubelet/kubelet_options.hpp"
#include "engine/kubelet/node_status/node_status_manager.hpp"
#include "engine/kubelet/pod_cache.hpp"
#include "engine/kubelet/pod_lifecycle.hpp"
#include "engine/kubelet/pod_manager.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/kubelet/preemption/critical_pod_admission.hpp"
#include "engine/kubelet/preemption/preemption.hpp"
#include "engine/kubelet/prober/prober_manager.hpp"
#include "engine/kubelet/runtime_cache.hpp"
#include "engine/kubelet/runtime_state.hpp"
#include "engine/kubelet/shutdown/node_shutdown.hpp"
#include "engine/kubelet/status/pod_deletion_safety.hpp"
#include "engine/kubelet/status/status_manager.hpp"
#include "engine/kubelet/sync_loop.hpp"
#include "engine/kubelet/termination/pod_termination.hpp"
#include "engine/kubelet/tickers.hpp"
#include "engine/kubelet/work_queue.hpp"
#include "engine/lifecycle_events.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/idle.hpp"
#include "engine/sim/process.hpp"
#include "engine/sync/environment.hpp"
#include "engine/sync/event_broadcaster.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "engine/volume_plugins.hpp"

namespace podreel::kubelet {

/// Makes the PLEG of a kubelet whose loops begin after `setup`, or have gone on for long (no value): it lives above
/// this folder.
using MakePleg = std::function<std::unique_ptr<lifecycle::EventGenerator>(const sim::Process& process, PodCache& cache,
                                                                          const release::Behaviour& behaviour,
                                                                          std::optional<sim::Duration> setup)>;

/// What is around a kubelet on its node; all of it outlives the kubelet.
struct Surroundings {
  sim::Scheduler& scheduler;
  timing::Timing& timing;
  trace::Recorder& recorder;
  runtime::Runtime& runtime;
  runtime::ChangeFeed& changes;
  apiserver::ApiServer& api_server;
  StaticPodFolder& static_pods;
  KubeletFiles& files;
  const NodeDescription& node;
  volumes::VolumePlugins& volume_plugins;
  MakePleg make_pleg;
};

/// pkg/kubelet/kubelet.go: owns the mechanisms, and passes what the sync loop hears on to them. All of its state is the
/// process's: a kubelet that has been stopped is not started again, another one takes its place.
class Kubelet final : private SyncHandler,
                      private PodDeletionSafety,
                      private PodWorkersObserver,
                      private PodStatusObserver,
                      private EvictionHost,
                      private CountedPods {
 public:
  Kubelet(Surroundings surroundings, KubeletOptions options);

  void start();

  /// Ends the process at once: nothing that it has under way goes on. The object stays, since the runtime may still
  /// answer its calls, until the scheduler has been cleared.
  void stop(std::string_view signal);

  /// It has been started, and not stopped.
  [[nodiscard]] bool runs() const noexcept { return process_.alive(); }

  /// logind says that the node is going to shut down. As NodeShutdown::begin.
  bool begin_node_shutdown(std::optional<sim::Duration> inhibit_delay_max, std::function<void()> release_lock) {
    return shutdown_.begin(inhibit_delay_max, std::move(release_lock));
  }

  /// The eviction manager finds the disk full for once, and takes away dead containers and what they leave of sandboxes
  /// (DeleteAllUnusedContainers). After the kubelet's end nothing happens.
  void relieve_disk_pressure();
  /// The API server has become reachable, or is not any more.
  void connection_changed();
  /// The kernel has killed a process of a container, because the node's memory was out.
  void hear_of_system_oom(std::string_view process, std::int32_t pid);
  /// GET of /pods in the kubelet's own API, as monitoring agents make it; what is answered is nobody's here
  /// (pkg/kubelet/kubelet_getters.go GetPods).
  void list_pods();

  [[nodiscard]] const KubeletOptions& options() const noexcept { return options_; }
  [[nodiscard]] const release::Behaviour& behaviour() const noexcept { return behaviour_; }

 private:
  void handle_pod_addition(const api::PodPtr& pod) override;
  [[nodiscard]] bool is_unfinished() const override { return unfinished_.has_value(); }
  sim::Task<> finish() override { return *std::exchange(unfinished_, std::nullopt); }
  void handle_pod_update(const api::PodPtr& pod) override;
  void handle_pod_removal(const api::PodPtr& pod) override;
  void handle_pod_reconcile(const api::PodPtr& pod) override;
  void see_source(PodSource source) override;
  void handle_lifecycle_event(const lifecycle::PodLifecycleEvent& event) override;
  [[nodiscard]] bool depends_on_reports() const override { return !behaviour_.pod_workers_have_stages; }
  void handle_probe_update(const ProbeUpdate& update) override;
  bool resync_quiet_pods() override;
  void handle_sync_tick() override;
  sim::Task<> handle_pod_cleanups() override;

  [[nodiscard]] bool could_have_running_containers(const memory::Text& uid) const override;
  [[nodiscard]] bool resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& status) const override;

  void on_relist_requested(const memory::Text& uid) override;
  void on_worker_finished() override;
  void on_pod_stopped() override;
  void on_status_reported(const memory::Text& uid) override;
  sim::Task<> delete_unused_containers() override;
  sim::Task<> delete_unused_images() override { return image_gc_.delete_unused(); }
  bool report_pressure() override;

  /// At most as long as the volume manager does.
  sim::Task<> wait_for_unmount(memory::Text uid);

  void connect();
  /// Declares on what idle work depends.
  void declare_inputs();
  /// Does at every tick what is otherwise done when something has asked for it: to show that nothing was missed.
  void do_idle_work();
  sim::Task<> execute_idle_housekeeping();
  /// A pod's pause or active deadline is over.
  [[nodiscard]] bool is_any_pod_due();
  void at_every(const Ticker& ticker, std::function<void()> work);
  /// Whether the node informer has synced when the API source looks first is a race.
  [[nodiscard]] sim::Duration wait_for_informer();
  void connect_prober();
  /// The readiness of a container, or whether it has started, has changed.
  void take_probe_result(ProbeUpdate update);
  std::unique_ptr<PodTermination> make_termination();
  std::unique_ptr<NodeStatusManager> make_node_status();
  /// Who is told of the node's health; empty where nobody wants to know.
  [[nodiscard]] std::function<void()> on_node_news(void (NodeStatusManager::*told)());
  [[nodiscard]] NodeHealth node_health() const;
  /// Tells that the node has booted, of which the API server has not heard.
  sim::Task<> report_boot();
  /// Pods that have a place on the node.
  [[nodiscard]] std::vector<api::PodPtr> active_pods() const override;
  /// The same, with the resources that they have been allocated, but for `pod`.
  [[nodiscard]] std::vector<api::PodPtr> active_pods(const api::Pod& pod) const;
  /// Null for a pod that has no place on the node.
  [[nodiscard]] api::SpecPtr counted_spec(const memory::Text& uid) const override;
  [[nodiscard]] Admission admission_of(const api::Pod& pod);
  /// Admits the pod or rejects it; this is unfinished if others have to make room for it.
  void judge(const api::PodPtr& pod);
  sim::Task<> judge_later(api::PodPtr pod);
  sim::Task<> admit_in_place_of(std::vector<api::PodPtr> victims, api::PodPtr pod);
  void admit(const api::PodPtr& pod);
  /// Looks whether there is room for what the pod asks for, and then tells its worker.
  sim::Task<> resize(api::PodPtr pod);
  /// The pod's spec has changed.
  void tell_worker(const api::PodPtr& pod);
  /// The pod's worker begins.
  void start_worker(const api::PodPtr& pod);
  /// The pod fails without a worker; housekeeping kills what it left running under a kubelet before this one.
  void reject(const api::PodPtr& pod, const Rejection& rejection);
  void start_api_source();
  /// The pod's worker hears of the pod, if it has to (dispatchWork).
  void dispatch(UpdateType type, const api::PodPtr& pod, SyncCause cause);
  void tell(const api::Pod& pod, std::string_view what);
  void hear_files(const std::vector<api::PodPtr>& pods);
  /// A mirror pod has changed: its static pod is synced.
  void handle_mirror_pod(const api::Pod& mirror, UpdateType type);
  /// False if it has to be tried again.
  bool forget_mirror_pods();
  /// Somebody has deleted a pod.
  void note_deletion();
  /// A pod ends: housekeeping may see it as one that runs without being wanted.
  void watch_for_orphans();
  /// The same for one that no source has any more, or that is over: `ended` is what was last seen of it.
  sim::Task<> watch_leftovers(runtime::PodStatusPtr ended);
  /// `pod_uid`: see ChangeFeed::ChangeListener.
  void runtime_changed(const memory::Text& pod_uid);
  void sync(const memory::Text& uid, SyncCause cause);
  void sync_after_pause(WorkQueue::Place place);
  void clean_up_containers(const memory::Text& uid, std::string_view exited_container);
  sim::Task<> remove_containers(runtime::PodStatusPtr status, std::vector<memory::Text> ids);
  /// A container has been removed: its sandbox may be to go, too (pkg/kubelet/pod_sandbox_deleter.go, 1.20.0).
  void clean_up_sandboxes(const memory::Text& uid);
  sim::Task<> remove_sandboxes(runtime::PodStatusPtr status, bool all);
  /// Of these pods, those that housekeeping does not take for terminated (filterOutInactivePods).
  [[nodiscard]] std::vector<memory::Text> restartable_among(std::vector<memory::Text> desired) const;
  /// Static pods whose manifests came back while they were being terminated.
  void restart_terminated(const std::vector<memory::Text>& restartable);
  /// Of these pods, those whose probes go on.
  [[nodiscard]] std::vector<memory::Text> probed_pods(std::vector<memory::Text> uids) const;
  void want_container_gc();
  sim::Task<> collect_garbage();
  [[nodiscard]] bool is_cleaned_up(const api::Pod& pod) const override;
  /// Under disk pressure none of the pod's dead containers is kept.
  [[nodiscard]] bool gives_all_dead_containers(const memory::Text& uid) const;
  void want_image_gc();
  sim::Task<> collect_images();

  Surroundings surroundings_;
  KubeletOptions options_;
  release::Behaviour behaviour_;
  decide::PodRequests requests_{behaviour_};
  sim::Process process_;
  sim::IdleWork idle_work_;
  sim::Time started_at_;
  timing::Stream start_up_;
  /// From the kubelet's start until its loops begin; no value if it has been up for long.
  std::optional<sim::Duration> setup_;
  Tickers tickers_;

  /// Inputs of idle work that no mechanism has.
  sim::IdleSource runtime_changes_{"observable changes of the runtime"};
  sim::IdleSource mirror_pods_{"mirror pods"};
  sim::IdleSource allocations_{"allocated resources"};
  ActiveRequests active_requests_;
  PodManager pods_;
  MirrorClient api_;
  ApiSource api_source_;
  PodConfig file_config_;
  FileSource files_;
  WorkQueue queue_;
  PodCache cache_;
  ActiveDeadlines deadlines_;
  sync::EventBroadcaster events_;
  sync::Environment environment_;
  Preemption preemption_;
  AllocationManager allocation_;
  StatusManager statuses_;
  ProberManager prober_;
  PodLifecycle lifecycle_;
  PodWorkers workers_;
  std::unique_ptr<lifecycle::EventGenerator> pleg_;
  RuntimeState runtime_state_;
  SyncLoop loop_;
  RuntimeCache runtime_cache_;
  std::unique_ptr<PodTermination> termination_;
  ContainerGc container_gc_;
  ImageGc image_gc_;
  NodeShutdown shutdown_;
  EvictionManager eviction_;
  /// Null: nobody wants to know how the node is.
  std::unique_ptr<NodeStatusManager> node_status_;
  bool gc_scheduled_ = false;
  /// One collection follows another.
  bool is_collecting_ = false;
  bool image_gc_scheduled_ = false;
  /// By PodSource.
  std::bitset<2> sources_seen_;
  /// Pods in no source whose folder housekeeping has removed.
  std::set<std::string, std::less<>> lost_;
  std::optional<sim::Task<>> unfinished_;
};

}  // namespace podreel::kubelet
