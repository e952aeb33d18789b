// A kubelet: one process on the node, from its start to its end.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/apiserver/api_server.hpp"
#include "engine/change_feed.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/active_deadline.hpp"
#include "engine/kubelet/active_pods.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/kubelet/admission/active_requests.hpp"
#include "engine/kubelet/admission/node_admission.hpp"
#include "engine/kubelet/admission/pod_admission.hpp"
#include "engine/kubelet/allocation/allocation_manager.hpp"
#include "engine/kubelet/config/api_source.hpp"
#include "engine/kubelet/config/file_source.hpp"
#include "engine/kubelet/config/informer.hpp"
#include "engine/kubelet/config/mirror_client.hpp"
#include "engine/kubelet/config/sources_ready.hpp"
#include "engine/kubelet/config/static_pod_folder.hpp"
#include "engine/kubelet/eviction/eviction_manager.hpp"
#include "engine/kubelet/gc/garbage_collection.hpp"
#include "engine/kubelet/housekeeping.hpp"
#include "engine/kubelet/kubelet_files.hpp"
#include "engine/kubelet/kubelet_options.hpp"
#include "engine/kubelet/log_rotation.hpp"
#include "engine/kubelet/node_status/node_lister.hpp"
#include "engine/kubelet/node_status/node_status_manager.hpp"
#include "engine/kubelet/pod_cache.hpp"
#include "engine/kubelet/pod_dispatcher.hpp"
#include "engine/kubelet/pod_handlers.hpp"
#include "engine/kubelet/pod_lifecycle.hpp"
#include "engine/kubelet/pod_manager.hpp"
#include "engine/kubelet/pod_workers.hpp"
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
#include "engine/kubelet/volumes/volume_manager.hpp"
#include "engine/kubelet/work_queue.hpp"
#include "engine/lifecycle_events.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/idle.hpp"
#include "engine/sim/process.hpp"
#include "engine/sync/container_log_manager.hpp"
#include "engine/sync/event_broadcaster.hpp"
#include "engine/sync/sync_dependencies.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "engine/volume_plugins.hpp"

namespace podreel::kubelet {

/// Makes the PLEG of a kubelet whose loops begin after `setup`, or have gone on for long (no value): it lives above
/// this folder.
using MakePleg = std::function<std::unique_ptr<lifecycle::EventGenerator>(const sim::Process& process, PodCache& cache,
                                                                          const release::Behaviour& behaviour,
                                                                          std::optional<sim::Duration> setup)>;

/// pkg/kubelet/kubelet.go: makes the parts of a kubelet, connects them, and starts them. What the parts do when
/// something happens to a pod begins in PodHandlers. All state is the process's: a kubelet that has been stopped is not
/// started again, another one takes its place.
class Kubelet final : private PodDeletionSafety,
                      private PodSyncTrigger,
                      private PodWorkersObserver,
                      private PodStatusObserver,
                      private UnmountListener,
                      private EvictionHost {
 public:
  /// The node around a kubelet; all of it outlives the kubelet.
  struct Dependencies {
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
  Kubelet(Dependencies dependencies, KubeletOptions options);

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
  void on_system_oom(std::string_view process, std::int32_t pid);
  /// GET of /pods in the kubelet's own API, as monitoring agents make it; nobody reads the answer here
  /// (pkg/kubelet/kubelet_getters.go GetPods).
  void list_pods();

  [[nodiscard]] const KubeletOptions& options() const noexcept { return options_; }
  [[nodiscard]] const release::Behaviour& behaviour() const noexcept { return behaviour_; }

 private:
  [[nodiscard]] bool could_have_running_containers(const memory::Text& uid) const override;
  [[nodiscard]] bool resources_are_reclaimed(const api::Pod& pod, const api::PodStatus& status) const override;
  void trigger_pod_sync(const api::PodPtr& pod) override;
  void on_relist_requested(const memory::Text& uid) override;
  void on_worker_finished() override;
  void on_forgotten_sync_ended() override;
  void on_status_reported(const memory::Text& uid) override;
  void on_unmounted() override { statuses_.schedule_sync(); }
  [[nodiscard]] std::vector<api::PodPtr> active_pods() const override { return active_pods_.list(); }
  sim::Task<> delete_unused_containers() override { return garbage_collection_.delete_unused_containers(); }
  sim::Task<> delete_unused_images() override { return garbage_collection_.delete_unused_images(); }
  [[nodiscard]] bool is_cleaned_up(const api::Pod& pod) const override;
  bool report_pressure() override;

  [[nodiscard]] std::unique_ptr<PodTermination> make_termination();
  /// Null where nobody wants to know how the node is.
  [[nodiscard]] std::unique_ptr<NodeStatusManager> make_node_status();

  void connect_runtime();
  void connect_probes();
  /// Declares on what idle work depends.
  void declare_inputs();
  /// `pod_uid`: see ChangeFeed::ChangeListener.
  void on_runtime_change(const memory::Text& pod_uid);

  void start_informers();
  /// Begins to list and watch the pods; if they wait for the node, at the first poll that finds its informer synced.
  void watch_pods();
  /// Whether the node informer has synced when the API source looks first is a race.
  [[nodiscard]] sim::Duration wait_for_informer();
  /// Does at every tick what is otherwise done when something has asked for it: to show that nothing was missed.
  void do_idle_work();
  /// A pod's pause or active deadline is over.
  [[nodiscard]] bool is_any_pod_due();
  void at_every(const Ticker& ticker, std::function<void()> work);

  Dependencies deps_;
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

  // Each part is declared after those that it needs while it is made. References to later ones are kept, not used.

  // The loop, and where pods come from.
  SyncLoop loop_;
  SourcesReady sources_;
  PodManager pods_;
  ApiSource api_source_;
  FileSource file_source_;
  MirrorClient mirror_client_;
  NodeLister node_lister_;
  Informer services_;

  // Events, and what the runtime says.
  sync::EventBroadcaster events_;
  sync::SyncDependencies environment_;
  PodCache cache_;
  std::unique_ptr<lifecycle::EventGenerator> pleg_;
  sim::IdleSource runtime_changes_{"observable changes of the runtime"};
  RuntimeState runtime_state_;
  RuntimeCache runtime_cache_;

  // Knowledge about pods.
  std::unique_ptr<PodTermination> termination_;
  StatusManager statuses_;
  ProberManager prober_;
  VolumeManager volumes_;
  sync::ContainerLogManager log_manager_;
  LogRotation log_rotation_;
  ActiveDeadlines deadlines_;

  // Admission of pods, and their resources.
  ActivePods active_pods_;
  ActiveRequests active_requests_;
  NodeAdmission node_admission_;
  Preemption preemption_;
  AllocationManager allocation_;

  // Pods at work.
  WorkQueue queue_;
  PodDispatcher dispatcher_;
  PodLifecycle lifecycle_;
  PodWorkers workers_;

  // The node.
  GarbageCollection garbage_collection_;
  Housekeeping housekeeping_;
  std::unique_ptr<NodeStatusManager> node_status_;
  NodeShutdown shutdown_;
  EvictionManager eviction_;

  // Handling of pods.
  PodAdmission admission_;
  PodHandlers handlers_;
};

}  // namespace podreel::kubelet
