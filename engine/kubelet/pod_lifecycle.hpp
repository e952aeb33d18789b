// What is done with a pod at each stage of its life.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
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
#include "engine/sync/environment.hpp"
#include "engine/sync/image_puller.hpp"
#include "engine/sync/pod_state_provider.hpp"
#include "engine/sync/reason_cache.hpp"
#include "engine/sync/sync_context.hpp"
#include "engine/sync/sync_pod.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::kubelet {

/// Kubelet.SyncPod, SyncTerminatingPod, SyncTerminatingRuntimePod and SyncTerminatedPod (pkg/kubelet/kubelet.go):
/// report the status, then do what it asks for.
class PodLifecycle final : public PodSyncer {
 public:
  struct Dependencies : sync::Environment {
    const KubeletOptions& options;
    /// The pod is as the kubelet's pod manager has it.
    std::function<bool(const api::PodPtr& pod)> is_current;
    ProberManager& prober;
    StatusManager& statuses;
    ActiveDeadlines& deadlines;
    const sync::PodStateProvider& pod_states;
    /// Housekeeping has taken away what belonged to the pod on the node: it is in no source any more.
    std::function<bool(const memory::Text& uid)> has_lost_directory;
    /// Sees to it that the API shows this static pod.
    /// False if it could not be done.
    std::function<bool(const api::Pod& pod)> reconcile_mirror;
    sim::Time kubelet_started_at{};
    /// PodTermination::holds_back().
    std::function<bool(const api::Pod& pod)> is_held_back;
    /// The pod is to be synced once more as soon as possible.
    std::function<void(const api::PodPtr& pod)> sync_again;
    /// A sync finds that a pod is over, and begins to stop what is left of it.
    std::function<sim::Task<>(runtime::PodStatusPtr observed)> before_last_kill;
    /// What keeps pods without the node's network from starting: RuntimeState.networkErrors().
    std::function<std::optional<std::string>()> network_problem;
    const apiserver::ConfigObjects& config_objects;
    AllocationManager& allocation;
    const AppArmor& app_armor;
    KubeletFiles& files;
    /// The pod is to be looked at with the next relist, whether something changes or not.
    std::function<void(const memory::Text& uid)> reinspect;
    /// The pod has just been seen so (pleg.UpdateCache); null if it could not be.
    std::function<void(const memory::Text& uid, runtime::PodStatusPtr status)> update_cache;
    /// When the latest housekeeping tick was, executed or not.
    std::function<sim::Time()> last_housekeeping;
    volumes::VolumePlugins& volume_plugins;
    /// As in VolumeMounter::Dependencies.
    std::function<bool(const std::string& volume)> is_attached;
    std::function<bool()> api_is_reachable;
  };
  explicit PodLifecycle(const Dependencies& dependencies);

  [[nodiscard]] SyncInputs inputs_of(const memory::Text& uid) const override;
  sim::Task<StageOutcome> sync_pod(UpdateType type, api::PodPtr wanted, CachedStatus observed) override;
  sim::Task<StageOutcome> sync_terminating_pod(api::PodPtr pod, CachedStatus observed,
                                               Termination termination) override;
  sim::Task<StageOutcome> sync_terminating_runtime_pod(runtime::RunningPod pod,
                                                       std::optional<std::int64_t> grace_period_seconds) override;
  sim::Task<StageOutcome> sync_terminated_pod(api::PodPtr pod, CachedStatus observed) override;

  /// Stops a pod outside of its syncs, within the pod's own grace period. `pod` is null where the runtime alone knows
  /// it.
  sim::Task<> kill_running_pod(api::PodPtr pod, runtime::RunningPod running);
  /// generateAPIPodStatus: what the pod would report, with all that goes with it.
  [[nodiscard]] api::PodStatus generate_status(const api::Pod& pod, const runtime::PodStatus& observed) {
    return make_status(pod, observed, false).status;
  }

  [[nodiscard]] VolumeManager& volumes() noexcept { return volumes_; }
  [[nodiscard]] const VolumeManager& volumes() const noexcept { return volumes_; }

  /// Forgets what belongs to pods that have no worker; `working_uids` is sorted.
  void forget_all_but(const std::vector<memory::Text>& working_uids);

  [[nodiscard]] bool would_repeat(const WaitingSync& last) const override;
  void repeat(const WaitingSync& last) override;
  [[nodiscard]] nlohmann::ordered_json take_status_steps(const memory::Text& uid) override;
  void cancel_sync(const memory::Text& uid) override;
  void tell_unknown_status(const api::Pod& pod, const runtime::Error& error) override;
  void tell_failed_sync(const api::Pod& pod) override;

 private:
  /// What the status manager has of the pod; the API's status if it has none.
  [[nodiscard]] const api::PodStatus& reported_status(const api::Pod& pod) const;
  [[nodiscard]] RestartOfAll restart_of_all(const api::Pod& pod, const runtime::PodStatus& observed) const;
  /// Why containers could not be started, by the names in the pod's spec.
  using AskedReasons = std::vector<std::pair<std::string_view, std::optional<sync::SyncFailure>>>;
  /// `asked`, if not null: what the reason cache is asked, and says.
  [[nodiscard]] BuiltStatus make_status(const api::Pod& pod, const runtime::PodStatus& observed, bool pod_is_terminal,
                                        AskedReasons* asked = nullptr);
  void report(const api::PodPtr& pod, api::PodStatus&& status);
  /// What the worker hears of a sync that came as far as the containers.
  void conclude(const sync::SyncOutcome& done, StageOutcome& outcome) const;
  /// Only where the kubelet explains itself.
  [[nodiscard]] std::shared_ptr<const ExplainedSync> explanation_of(const decide::Reasons& reasons,
                                                                    const sync::BackOffFindings& back_offs) const;
  /// The same of a sync which has changed nothing that it looked at itself.
  static void note_rest(const api::PodPtr& pod, const AskedReasons& asked, sync::SyncOutcome done,
                        StageOutcome& outcome);
  sim::Task<StageOutcome> carry_out_sync(UpdateType type, api::PodPtr wanted, CachedStatus observed);
  /// What a sync does with a static pod whose name another one still has.
  static sim::Task<StageOutcome> hold_back(api::PodPtr pod);
  /// What a sync does with a pod that should not run, where workers have no stages.
  sim::Task<StageOutcome> kill_in_sync(api::PodPtr pod, runtime::PodStatusPtr observed);
  /// OnPodSandboxReady (1.36): what was reported last, with the condition that the sandbox is up.
  void report_sandbox_ready(const api::PodPtr& pod);
  /// Why a container's configuration cannot be put together.
  [[nodiscard]] std::optional<std::string> config_problem(const api::Pod& pod, const api::Container& container) const;
  /// Why a pod that was admitted is not to run (canRunPod).
  [[nodiscard]] std::optional<std::string> keeps_from_running(const api::Pod& pod) const;
  /// The pod cannot start without the network: tells so, and why there is none.
  [[nodiscard]] bool lacks_network(const api::Pod& pod, StageOutcome& outcome);
  /// Whether there are any that are missing.
  bool tell_missing_pull_secrets(const api::Pod& pod);
  /// The API gets a terminal phase when the worker knows that nothing runs any more. Whether it knows by the time that
  /// the status is written is a race.
  sim::Task<> hold_terminal_phase_back();
  /// Up to 1.31: a resize is decided about while the pod is synced; then `pod` has the status that says so, which is
  /// reported. True if a resize is under way.
  sim::Task<bool> report_early_resize(api::PodPtr& pod);
  /// As the runtime has the pod now; null if it does not say so.
  sim::Task<runtime::PodStatusPtr> look_again(const api::Pod& pod);
  /// Of a sync that failed; without words where nobody records them.
  [[nodiscard]] std::optional<std::string> error_of(const sync::PodSyncResult& result) const;
  [[nodiscard]] StageOutcome failed_to_kill(const api::Pod& pod, const std::string& error);

  Dependencies deps_;
  api::IpList node_ips_;
  sync::Backoff crash_backoff_;
  sync::ImagePuller images_;
  sync::ReasonCache reasons_;
  sync::SyncContext context_;
  VolumeManager volumes_;
  timing::Stream probe_race_;
  timing::Stream start_latency_;
  timing::Stream call_return_;
  timing::Stream terminal_phase_race_;
};

}  // namespace podreel::kubelet
