// The work of a kubelet at each stage of a pod's life.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/kubelet/active_deadline.hpp"
#include "engine/kubelet/allocation/allocation_manager.hpp"
#include "engine/kubelet/kubelet_files.hpp"
#include "engine/kubelet/kubelet_options.hpp"
#include "engine/kubelet/pod_syncer.hpp"
#include "engine/kubelet/prober/prober_manager.hpp"
#include "engine/kubelet/status/pod_status_builder.hpp"
#include "engine/kubelet/status/status_inputs.hpp"
#include "engine/kubelet/status/status_manager.hpp"
#include "engine/kubelet/volumes/volume_manager.hpp"
#include "engine/kubelet/waiting_sync.hpp"
#include "engine/lifecycle_events.hpp"
#include "engine/sync/image_puller.hpp"
#include "engine/sync/pod_state_provider.hpp"
#include "engine/sync/reason_cache.hpp"
#include "engine/sync/sync_context.hpp"
#include "engine/sync/sync_dependencies.hpp"
#include "engine/sync/sync_pod.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

class Housekeeping;
class Informer;
class MirrorClient;
class NodeLister;
class PodDispatcher;
class PodManager;
class PodTermination;
class RuntimeState;
class SyncLoop;

/// Kubelet.SyncPod, SyncTerminatingPod, SyncTerminatingRuntimePod and SyncTerminatedPod (pkg/kubelet/kubelet.go):
/// report the status, then do what it asks for.
class PodLifecycle final : public PodSyncer, private sync::RuntimeHelper {
 public:
  /// All must outlive the object.
  struct Dependencies : sync::SyncDependencies {
    const KubeletOptions& options;
    const NodeDescription& node;
    const NodeLister& node_lister;
    const Informer& services;
    KubeletFiles& files;
    const apiserver::ConfigObjects& config_objects;
    const PodManager& pods;
    PodCache& cache;
    const sync::PodStateProvider& pod_states;
    const PodTermination& termination;
    PodDispatcher& dispatcher;
    Housekeeping& housekeeping;
    MirrorClient& mirror_client;
    StatusManager& statuses;
    ProberManager& prober;
    AllocationManager& allocation;
    VolumeManager& volumes;
    sync::ContainerLogManager& log_manager;
    ActiveDeadlines& deadlines;
    const RuntimeState& runtime_state;
    lifecycle::EventGenerator& pleg;
    const SyncLoop& loop;
    sim::Time kubelet_started_at{};
  };
  explicit PodLifecycle(const Dependencies& dependencies);

  [[nodiscard]] SyncInputs inputs_of(const memory::Text& uid) const override;
  [[nodiscard]] api::PodPtr allocated(const api::PodPtr& pod) const override;
  sim::Task<> sync_pod(api::PodPtr wanted, api::PodPtr mirror, CachedStatus observed, StageOutcome& outcome) override;
  sim::Task<> sync_terminating_pod(api::PodPtr pod, CachedStatus observed, Termination termination,
                                   StageOutcome& outcome) override;
  sim::Task<> sync_terminating_runtime_pod(runtime::RunningPod pod, std::optional<std::int64_t> grace_period_seconds,
                                           StageOutcome& outcome) override;
  sim::Task<> sync_terminated_pod(api::PodPtr pod, CachedStatus observed, StageOutcome& outcome) override;

  /// Stops a pod outside of its syncs, within the pod's own grace period. `pod` is null where the runtime alone knows
  /// it.
  sim::Task<> kill_running_pod(api::PodPtr pod, runtime::RunningPod running);
  /// generateAPIPodStatus: what the pod would report, with all that goes with it.
  [[nodiscard]] api::PodStatus generate_status(const api::Pod& pod, const runtime::PodStatus& observed) {
    return make_status(pod, observed, false).status;
  }

  /// Forgets what belongs to pods that have no worker; `working_uids` is sorted.
  void forget_all_but(const std::vector<memory::Text>& working_uids);

  [[nodiscard]] bool would_repeat(const WaitingSync& last) const override;
  void repeat(const WaitingSync& last) override;
  [[nodiscard]] nlohmann::ordered_json take_status_steps(const memory::Text& uid) override;
  void cancel_context(const memory::Text& uid) override;
  void cancel_sync(const memory::Text& uid) override;
  void report_unknown_status(const api::Pod& pod, const runtime::Error& error) override;
  void report_failed_sync(const api::Pod& pod) override;

 private:
  /// Reasons why containers could not be started, by their names in the pod's spec.
  using AskedReasons = std::vector<std::pair<std::string_view, std::optional<sync::SyncFailure>>>;
  struct PodSync;

  // The steps of SyncPod, in their order.
  /// Allocates a pending resize if there is room for it. The back-offs of resized containers may begin anew.
  sim::Task<> allocate_in_sync(api::PodPtr wanted);
  /// Builds the status (generateAPIPodStatus) and hands it to the status manager.
  sim::Task<> report_status(PodSync& sync);
  /// Kills a pod that must not run. Returns whether it is one.
  sim::Task<bool> kill_if_not_runnable(PodSync& sync);
  /// Sees to network, mirror pod, volumes, pull secrets, probes and early resizes. False: the sync ends here.
  sim::Task<bool> prepare(PodSync& sync);
  /// Syncs the containers with the runtime, and keeps the result.
  sim::Task<> sync_containers(PodSync& sync);
  // The steps of SyncTerminatingPod.
  void report_termination(const api::PodPtr& pod, const runtime::PodStatus& observed, const Termination& termination);
  /// Stops all that was observed of the pod. Returns the error, which it has reported.
  sim::Task<std::optional<std::string>> kill_observed(const api::PodPtr& pod, const runtime::PodStatus& observed,
                                                      std::optional<std::int64_t> grace_period_seconds);
  /// Reports the pod as `stopped`.
  void report_final_phase(const api::PodPtr& pod, runtime::PodStatus stopped, const runtime::PodStatus& observed);

  /// Nothing that the sync has looked at has changed meanwhile, nor has it changed anything itself.
  [[nodiscard]] bool is_settled(const PodSync& sync) const;

  /// Kills a pod that should not run, outside of the stages of its worker.
  sim::Task<> kill_in_sync(PodSync& sync);
  /// The pod cannot start without the network: records so, and why there is none.
  [[nodiscard]] bool lacks_network(const api::Pod& pod, StageOutcome& outcome);
  /// Returns whether any are missing.
  bool record_missing_pull_secrets(const api::Pod& pod);
  /// Up to 1.31: decides about a resize while the pod is synced; then `pod` has the status that says so, which is
  /// reported. True if a resize is under way.
  sim::Task<bool> report_early_resize(api::PodPtr& pod);
  /// The pod as the runtime has it now; null if it does not say so.
  sim::Task<runtime::PodStatusPtr> fetch_status(const api::Pod& pod);
  void conclude(const sync::SyncOutcome& done, StageOutcome& outcome) const;
  /// Only where the kubelet explains itself.
  [[nodiscard]] std::shared_ptr<const ExplainedSync> explanation_of(const PodSync& sync) const;
  /// Keeps what a sync found that has changed nothing, so that the next one need not be executed.
  static void note_rest(const api::PodPtr& pod, const AskedReasons& asked, sync::SyncOutcome done,
                        StageOutcome& outcome);

  /// The status that the status manager has of the pod; the API's status if it has none.
  [[nodiscard]] const api::PodStatus& reported_status(const api::Pod& pod) const;
  [[nodiscard]] RestartOfAll restart_of_all(const api::Pod& pod, const runtime::PodStatus& observed) const;
  /// `asked`, if not null: receives the lookups in the reason cache and their results.
  [[nodiscard]] BuiltStatus make_status(const api::Pod& pod, const runtime::PodStatus& observed, bool pod_is_terminal,
                                        AskedReasons* asked = nullptr);
  void report(const api::PodPtr& pod, api::PodStatus&& status);
  /// Why a pod that was admitted is not to run (canRunPod).
  [[nodiscard]] std::optional<std::string> admission_failure(const api::Pod& pod) const;
  /// The API gets a terminal phase when the worker knows that nothing runs any more. Whether it knows by the time that
  /// the status is written is a race.
  sim::Task<> delay_terminal_phase();
  /// The error of a sync that failed; without words where nobody records them.
  [[nodiscard]] std::optional<std::string> error_of(const sync::PodSyncResult& result) const;

  [[nodiscard]] std::optional<std::string> config_problem(const api::Pod& pod,
                                                          const api::Container& container) const override;
  /// Reports the last status again, with the condition that the sandbox is up.
  void on_pod_sandbox_ready(const api::PodPtr& pod) override;
  void set_pod_watch_condition(const memory::Text& pod_uid) override;
  [[nodiscard]] std::optional<sim::Duration> draw_call_return() override;
  [[nodiscard]] std::optional<sim::Duration> draw_latency(sync::TimedStep step) override;

  Dependencies deps_;
  api::IpList node_ips_;
  sync::Backoff crash_backoff_;
  sync::ImagePuller images_;
  sync::ReasonCache reasons_;
  sync::SyncContext context_;
  timing::Stream probe_race_;
  timing::Stream sync_kill_;
  timing::Stream start_latency_;
  timing::Stream call_return_;
  timing::Stream cleanup_latency_;
  timing::Stream kill_latency_;
  timing::Stream termination_end_;
  timing::Stream terminal_phase_race_;
};

}  // namespace podreel::kubelet
