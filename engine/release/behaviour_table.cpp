#include "engine/release/behaviour_table.hpp"

#include <algorithm>

namespace podreel::release {

namespace {

/// "sidecars", out of the compiler's "… member = &podreel::release::Behaviour::sidecars…]". (Boost.Describe would want
/// every name once more, and takes no more than 52.)
template <bool Behaviour::*member>
consteval std::string_view name_of() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("member = "));
  text = text.substr(0, text.find_first_of(";]"));
  return text.substr(text.rfind(':') + 1);
}

template <bool Behaviour::*member>
constexpr NamedCapability capability{member, name_of<member>()};

GateCondition when(std::string_view gate) {
  return {&gate_named(gate), true};
}
GateCondition unless(std::string_view gate) {
  return {&gate_named(gate), false};
}

// clang-format off
const std::vector<BehaviourRow>& rows() {
  static const std::vector<BehaviourRow> table{
      // Deciding: computePodActions.
      {capability<&Behaviour::modern_pod_actions>, {{v(8), {}}}, {},
       "computePodActions replaces computePodContainerChanges", "kubernetes/kubernetes#47599"},
      {capability<&Behaviour::ephemeral_containers>, {{v(16), {}}}, {when("EphemeralContainers")},
       "ephemeral containers are started", "KEP-277"},
      {capability<&Behaviour::sidecars>, {{v(28), {}}}, {when("SidecarContainers")},
       "init containers with restartPolicy Always are sidecars", "KEP-753"},
      {capability<&Behaviour::sandbox_without_network_panics>, {{v(8), v(25)}}, {},
       "a ready sandbox whose status has no network message makes the kubelet panic", "kubernetes/kubernetes#109042"},
      {capability<&Behaviour::never_pod_keeps_dead_sandbox>, {{v(13), {}}}, {},
       "a Never pod whose sandbox is gone gets no new one", "kubernetes/kubernetes#68980"},
      {capability<&Behaviour::sandbox_retried_without_containers>,
       {{v(13, 8), v(14)}, {v(14, 4), v(15)}, {v(15, 1), {}}}, {},
       "a Never pod that never had a container gets another sandbox", "kubernetes/kubernetes#79451"},
      {capability<&Behaviour::succeeded_pod_keeps_dead_sandbox>,
       {{v(17, 15), v(18)}, {v(18, 13), v(19)}, {v(19, 4), {}}}, {},
       "an initialized pod with nothing left to start gets no new sandbox", "kubernetes/kubernetes#92614"},
      {capability<&Behaviour::succeeded_means_exited>, {{v(32), {}}}, {},
       "only an exited container can have succeeded; before, one that was created or lost and whose exit code was 0 had, too",
       "kubernetes/kubernetes#123839"},
      {capability<&Behaviour::unknown_containers_killed_first>, {{v(14), {}}}, {},
       "a container in an unknown state is killed before it is started again, and such an init container has failed",
       "kubernetes/kubernetes#73802"},
      {capability<&Behaviour::kill_messages_name_container>, {{v(14), {}}}, {},
       "the message of a kill names the container and says whether it will be restarted",
       "kuberuntime_manager.go, 1.14"},
      {capability<&Behaviour::kill_reasons>, {{v(21), {}}}, {},
       "a kill carries its reason: LivenessProbe, StartupProbe, Unknown", "KEP-2238"},
      {capability<&Behaviour::startup_probe_failure_kills>, {{v(17), {}}}, {},
       "a container whose startup probe failed is killed", "KEP-950"},
      {capability<&Behaviour::deleted_pod_restarts_nothing>, {{v(18), {}}}, {},
       "the regular containers of a pod that is being deleted are not started again", "kubernetes/kubernetes#88440"},
      {capability<&Behaviour::running_container_means_initialized>, {{v(21), {}}}, {},
       "while a regular container runs, the pod is initialized, whatever is left of its init containers",
       "kubernetes/kubernetes#96572"},
      {capability<&Behaviour::oom_killed_init_container_failed>, {{v(23), {}}}, {},
       "an init container that was OOMKilled has failed even if its exit code is 0", "kubernetes/kubernetes#104650"},
      {capability<&Behaviour::sidecar_algorithm_for_every_pod>, {{v(28), v(28, 2)}}, {},
       "every pod's init containers go through the sidecar algorithm, whatever the gate says",
       "kubernetes/kubernetes#116429, #120281"},
      {capability<&Behaviour::sidecar_algorithm_for_every_pod>,
       {{v(28, 2), v(29, 9)}, {v(30), v(30, 5)}, {v(31), v(31, 1)}}, {when("SidecarContainers")},
       "every pod's init containers go through the sidecar algorithm", "kubernetes/kubernetes#120281, #127162"},
      {capability<&Behaviour::sidecar_algorithm_for_every_pod>, {{v(33), v(34)}}, {unless("LegacySidecarContainers")},
       "every pod's init containers go through the sidecar algorithm", "kubernetes/kubernetes#130058"},
      {capability<&Behaviour::sidecar_algorithm_for_every_pod>, {{v(34), {}}}, {},
       "every pod's init containers go through the sidecar algorithm", "kubernetes/kubernetes#131463"},
      {capability<&Behaviour::exited_container_means_initialized>, {{v(28), v(29)}}, {},
       "in the sidecar algorithm, an exited regular container means that the pod is initialized",
       "kubernetes/kubernetes#116429, #120269"},
      {capability<&Behaviour::created_init_container_restarted>,
       {{v(29, 9), v(30)}, {v(30, 5), v(31)}, {v(31, 1), {}}}, {},
       "in the sidecar algorithm, an init container that was created but not started is started again",
       "kubernetes/kubernetes#126543"},
      {capability<&Behaviour::changed_sidecar_restarted>, {{v(32), {}}}, {},
       "a running sidecar whose definition changed is killed and started again", "kubernetes/kubernetes#126525"},
      {capability<&Behaviour::container_restart_rules>, {{v(34), {}}}, {when("ContainerRestartRules")},
       "containers have a restart policy and restart rules of their own", "KEP-5307"},
      {capability<&Behaviour::restart_all_containers>, {{v(35), {}}},
       {when("RestartAllContainersOnContainerExits"), when("NodeDeclaredFeatures"),
        when("ContainerRestartRules")},
       "a container's exit can restart all containers of its pod in place", "KEP-5532"},
      {capability<&Behaviour::in_place_resize>, {{v(27), {}}}, {when("InPlacePodVerticalScaling")},
       "a container whose CPU or memory changed is resized in place, or restarted if its resizePolicy says so",
       "KEP-1287", false},
      {capability<&Behaviour::resize_from_reported_status>, {{v(27), v(32)}}, {},
       "what a container has is read from the pod's reported status first, and only an allocated resize counts",
       "KEP-1287", false},
      {capability<&Behaviour::resize_from_actuated_record>, {{v(33), {}}}, {},
       "what a container has is read from the kubelet's own record of what it last asked the runtime for",
       "kubernetes/kubernetes#130599", false},
      {capability<&Behaviour::sidecar_resize>, {{v(33), {}}}, {},
       "running sidecars are resized in place, too", "kubernetes/kubernetes#128367", false},
      {capability<&Behaviour::init_container_resize>, {{v(36), {}}}, {when("InPlacePodVerticalScalingInitContainers")},
       "running init containers are resized in place, too", "KEP-1287", false},
      {capability<&Behaviour::static_pod_resize>, {{v(36), {}}}, {},
       "the containers of static pods are resized in place, too", "KEP-1287", false},

      // Doing: SyncPod.
      {capability<&Behaviour::pull_errors_without_unknown_code>, {{v(28), {}}}, {},
       "errors of image pulls are told without the code Unknown of the runtime's answer",
       "kubernetes/kubernetes#117612"},
      {capability<&Behaviour::killing_event_before_stop>, {{v(14), {}}}, {},
       "event Killing is recorded before StopContainer, and says why in other words", "pkg/kubelet/kuberuntime/kuberuntime_container.go"},
      {capability<&Behaviour::container_events_name_container>, {{v(14), {}}}, {},
       "events Created and Started name the container", "pkg/kubelet/kuberuntime/kuberuntime_container.go"},
      {capability<&Behaviour::created_event_has_colon>,
       {{v(29, 14), v(30)}, {v(30, 10), v(31)}, {v(31, 6), v(35)}}, {},
       "event Created says 'Created container: x'", "kubernetes/kubernetes#127422, #129519, #129521, #129524"},
      {capability<&Behaviour::created_and_started_without_name>, {{v(35), {}}}, {},
       "events Created and Started do not name the container any more", "pkg/kubelet/kuberuntime/kuberuntime_container.go"},
      {capability<&Behaviour::back_off_event_names_container>, {{v(26), {}}}, {},
       "event BackOff of a crashing container names container and pod", "kubernetes/kubernetes#113216"},
      {capability<&Behaviour::back_off_error_in_lower_case>, {{v(16), {}}}, {},
       "the message beside CrashLoopBackOff begins in lower case", "pkg/kubelet/kuberuntime/kuberuntime_manager.go"},
      {capability<&Behaviour::hook_errors_hidden_in_events>, {{v(26), {}}}, {},
       "events of failed hooks keep the error to themselves, which may hold secrets", "kubernetes/kubernetes#119541"},
      {capability<&Behaviour::post_start_error_has_cause>, {{v(10), v(20)}}, {},
       "the error of a start whose PostStart hook failed carries the cause", "pkg/kubelet/kuberuntime/kuberuntime_container.go"},
      {capability<&Behaviour::container_without_spec_has_space>, {{v(20), {}}}, {},
       "a space in the error about a running container that the spec does not have", "pkg/kubelet/kuberuntime/kuberuntime_container.go"},
      {capability<&Behaviour::failed_to_create_sandbox_error>, {{v(21), {}}}, {},
       "'Failed to create sandbox for pod' instead of 'CreatePodSandbox for pod … failed'", "pkg/kubelet/kuberuntime/kuberuntime_sandbox.go"},
      {capability<&Behaviour::failed_to_create_sandbox_event>, {{v(18), {}}}, {},
       "event 'Failed to create pod sandbox' instead of 'Failed create pod sandbox'", "pkg/kubelet/kuberuntime/kuberuntime_manager.go"},
      {capability<&Behaviour::sandbox_event_has_error>, {{v(10), {}}}, {},
       "event FailedCreatePodSandBox carries the error", "pkg/kubelet/kuberuntime/kuberuntime_manager.go"},
      {capability<&Behaviour::image_name_not_reference>, {{v(27), {}}}, {},
       "an invalid image is called an image name, not an image reference", "pkg/util/parsers/parsers.go"},
      {capability<&Behaviour::upper_case_repository_is_named>, {{v(29), {}}}, {},
       "the error about upper case in an image's repository names it", "distribution/reference v0.5.0"},
      {capability<&Behaviour::pulling_event_in_upper_case>, {{v(14), {}}}, {},
       "event Pulling begins in upper case", "pkg/kubelet/images/image_manager.go"},
      {capability<&Behaviour::pulled_event_has_duration>, {{v(19), {}}}, {},
       "event Pulled says how long the pull took", "pkg/kubelet/images/image_manager.go"},
      {capability<&Behaviour::pulled_event_has_waiting_time>, {{v(26), {}}}, {},
       "event Pulled says how long the pull waited for others", "pkg/kubelet/images/image_manager.go"},
      {capability<&Behaviour::pulled_event_has_size>, {{v(30), {}}}, {},
       "event Pulled says how large the image is", "pkg/kubelet/images/image_manager.go"},
      {capability<&Behaviour::pulled_event_speaks_of_access>, {{v(33), {}}}, {when("KubeletEnsureSecretPulledImages")},
       "event Pulled of an image that is there says that the pod may use it", "KEP-2535"},
      {capability<&Behaviour::pull_back_off_has_cause>, {{v(32), {}}}, {},
       "the message beside ImagePullBackOff carries the error of the last pull", "pkg/kubelet/images/image_manager.go"},
      {capability<&Behaviour::inspect_error_without_image>, {{v(31), {}}}, {},
       "the error of a failed ImageStatus names no image: the variable it prints is still empty", "KEP-4639"},
      {capability<&Behaviour::registry_errors_are_reasons>, {{v(27), {}}}, {},
       "RegistryUnavailable and SignatureValidationFailed are reasons of their own", "pkg/kubelet/images/image_manager.go"},
      {capability<&Behaviour::image_errors_in_failed_event>, {{v(9), {}}}, {},
       "event Failed for a container whose image cannot be had", "pkg/kubelet/kuberuntime/kuberuntime_container.go"},
      {capability<&Behaviour::image_lookup_by_policy>, {{v(31), {}}}, {},
       "pull policy Always does not ask for the image before it pulls", "KEP-4639"},
      {capability<&Behaviour::image_size_asked_after_pull>, {{v(30), {}}}, {},
       "one more ImageStatus after a pull, for the size", "pkg/kubelet/images/image_manager.go"},
      {capability<&Behaviour::probe_termination_grace_period>, {{v(22), {}}}, {},
       "a probe's terminationGracePeriodSeconds counts for kills by that probe", "KEP-2238"},
      {capability<&Behaviour::probe_termination_grace_period>, {{v(21), v(22)}}, {when("ProbeTerminationGracePeriod")},
       "a probe's terminationGracePeriodSeconds counts for kills by that probe", "KEP-2238",
       /*verified=*/false},
      {capability<&Behaviour::grace_override_before_hooks>, {{v(0), v(22)}, {v(27), {}}}, {},
       "a pod's termination subtracts the time of PreStop hooks, and gives containers 2 s at least", "pkg/kubelet/kuberuntime/kuberuntime_container.go"},
      {capability<&Behaviour::sidecars_terminated_in_order>, {{v(29), {}}}, {},
       "sidecars are stopped after the regular containers, the last one first", "KEP-753"},
      {capability<&Behaviour::stopped_sidecars_delay_nothing>, {{v(30), {}}}, {},
       "a sidecar that does not run is not waited for when an earlier one is stopped", "KEP-753"},
      {capability<&Behaviour::sandbox_failure_of_terminating_pod_silent>, {{v(22), {}}}, {},
       "a sandbox that cannot be made is no error once the pod's termination was requested", "pkg/kubelet/kuberuntime/kuberuntime_manager.go"},
      {capability<&Behaviour::unknown_init_containers_pruned>, {{v(14), {}}}, {},
       "old init containers in unknown state are pruned, too", "pkg/kubelet/kuberuntime/kuberuntime_container.go"},
      {capability<&Behaviour::status_read_twice_before_removal>, {{v(18), {}}}, {},
       "rotated logs are removed with the container: one more ContainerStatus", "pkg/kubelet/kuberuntime/kuberuntime_container.go"},
      {capability<&Behaviour::sleep_hook>, {{v(29), {}}}, {when("PodLifecycleSleepAction")},
       "hooks may sleep", "KEP-3960",
       /*verified=*/false},
      {capability<&Behaviour::back_off_key_has_resources>, {{v(34), {}}}, {},
       "the back-off of a container begins anew when its resources change", "pkg/kubelet/kuberuntime/kuberuntime_manager.go",
       /*verified=*/false},
      {capability<&Behaviour::config_sandbox_result>, {{v(7), v(36)}}, {},
       "SyncPod's results have a ConfigPodSandbox entry", "pkg/kubelet/kuberuntime/kuberuntime_manager.go"},
      {capability<&Behaviour::sandbox_ready_reported_at_once>, {{v(36), {}}}, {when("PodReadyToStartContainersCondition")},
       "condition PodReadyToStartContainers is reported as soon as the sandbox is ready, before images are pulled", "KEP-3085"},
      {capability<&Behaviour::resize_results>, {{v(33), {}}}, {},
       "SyncPod's results have a ResizePodInPlace entry per resized pod", "KEP-1287",
       /*verified=*/false},

      // Reporting: pod status.
      {capability<&Behaviour::pod_ips>, {{v(16), {}}}, {},
       "status.podIPs lists every address", "KEP-563"},
      {capability<&Behaviour::host_network_pod_ips>, {{v(17), {}}}, {},
       "podIPs of a host-network pod lists the node's address", "KEP-563"},
      {capability<&Behaviour::pod_ips_by_family>, {{v(21), {}}}, {},
       "podIPs begins with the node's address family and has one address of each", "kubernetes/kubernetes#97979",
       false},
      {capability<&Behaviour::host_ips>, {{v(28), {}}}, {when("PodHostIPs")},
       "status.hostIPs lists the node's addresses", "KEP-2681"},
      {capability<&Behaviour::started_field>, {{v(16), {}}}, {},
       "container statuses say whether the container has started", "KEP-950"},
      {capability<&Behaviour::init_containers_started_field>, {{v(28), {}}}, {},
       "init container statuses say so, too", "kubernetes/kubernetes#116429"},
      {capability<&Behaviour::created_is_waiting>, {{v(24), {}}}, {},
       "a created container is waiting, not terminated", "kubernetes/kubernetes#107845"},
      {capability<&Behaviour::lost_containers_reported>, {{v(20), {}}}, {},
       "a container that ran and is gone is reported as ContainerStatusUnknown", "kubernetes/kubernetes#95364"},
      {capability<&Behaviour::lost_containers_count_as_restarted>, {{v(21), {}}}, {},
       "a container lost without a deletion has been restarted", "pkg/kubelet/kubelet_pods.go", false},
      {capability<&Behaviour::lost_init_containers_completed>, {{v(35), {}}}, {},
       "an init container that is gone has completed if a regular container was created",
       "kubernetes/kubernetes#131317", false},
      {capability<&Behaviour::status_builds_on_previous>, {{v(22), {}}}, {},
       "phase, reason and message are merged with the previous status", "kubernetes/kubernetes#102344"},
      {capability<&Behaviour::finished_pods_get_terminal_phase>, {{v(27), {}}}, {},
       "every pod that will not run again becomes Succeeded or Failed, deleted ones before they are removed",
       "kubernetes/kubernetes#115331"},
      {capability<&Behaviour::terminal_phase_waits_for_containers>, {{v(22), {}}}, {},
       "a terminal phase is written only when no container can run any more", "kubernetes/kubernetes#102344"},
      {capability<&Behaviour::terminal_pods_are_never_ready>, {{v(25), {}}}, {},
       "a failed pod's readiness is False with reason PodFailed", "kubernetes/kubernetes#110256"},
      {capability<&Behaviour::started_pods_stay_initialized>, {{v(28), {}}}, {},
       "a pod whose regular containers have started stays Initialized", "kubernetes/kubernetes#116429"},
      {capability<&Behaviour::init_containers_always_pend>, {{v(32), {}}}, {},
       "an init container that runs again makes the pod Pending", "kubernetes/kubernetes#126653"},
      {capability<&Behaviour::phase_looks_at_active_sandbox>, {{v(33), {}}}, {},
       "only containers of the newest sandbox count as started", "kubernetes/kubernetes#128516", false},
      {capability<&Behaviour::containers_ready_condition>, {{v(11), {}}}, {},
       "condition ContainersReady", "KEP-580"},
      {capability<&Behaviour::foreign_conditions_kept>, {{v(11), {}}}, {},
       "conditions that others own are preserved", "KEP-580"},
      {capability<&Behaviour::readiness_gates>, {{v(11), {}}}, {when("PodReadinessGates")},
       "condition Ready waits for the pod's readiness gates", "KEP-580"},
      {capability<&Behaviour::disruption_target_condition>, {{v(25), {}}}, {when("PodDisruptionConditions")},
       "condition DisruptionTarget", "KEP-3329", false},
      {capability<&Behaviour::pod_has_network_condition>, {{v(25), v(28)}}, {when("PodHasNetworkCondition")},
       "condition PodHasNetwork", "KEP-3085", false},
      {capability<&Behaviour::ready_to_start_condition>, {{v(28), {}}}, {when("PodReadyToStartContainersCondition")},
       "condition PodReadyToStartContainers", "KEP-3085"},
      {capability<&Behaviour::conditions_name_generation>, {{v(33), {}}}, {when("PodObservedGenerationTracking")},
       "status and conditions say which generation of the pod they describe", "KEP-5067", false},
      {capability<&Behaviour::termination_marks_unknown>, {{v(18), {}}}, {},
       "when a pod has ended, containers without an exit are failures, not successes", "kubernetes/kubernetes#88440",
       false},
      {capability<&Behaviour::termination_looks_at_initialization>, {{v(22), {}}}, {},
       "containers that wait are failures, too, once the pod was initialized", "kubernetes/kubernetes#102344"},
      {capability<&Behaviour::kubelet_restart_resets_readiness>, {{v(0), v(35)}}, {},
       "after a kubelet start a container is not ready until it has been probed", "kubernetes/kubernetes#78733"},
      {capability<&Behaviour::kubelet_restart_resets_readiness>, {{v(35), {}}}, {when("ChangeContainerStatusOnKubeletRestart")},
       "the same, on request", "kubernetes/kubernetes#78733", false},
      {capability<&Behaviour::every_status_version_is_written>, {{v(0), v(27)}}, {},
       "statuses queue for the API one by one, instead of the newest of each pod",
       "pkg/kubelet/status/status_manager.go", false},

      // The loop: pod workers, PLEG, probes, garbage collection.
      {capability<&Behaviour::terminating_reports_final_phase>, {{v(27), {}}}, {},
       "a pod whose containers have stopped reports Succeeded or Failed at once", "kubernetes/kubernetes#115331"},
      {capability<&Behaviour::evented_pleg>, {{v(26), {}}}, {when("EventedPLEG")},
       "the runtime's own events tell the PLEG what changed; it relists every 300 s only", "KEP-3386", false},
      {capability<&Behaviour::relist_on_demand>, {{v(36), {}}}, {when("PLEGOnDemandRelist")},
       "a pod in which a sync did something is relisted at once, and its next sync waits for that only",
       "kubernetes/kubernetes#137362"},
      {capability<&Behaviour::back_off_ends_retry>, {{v(35), {}}}, {},
       "a sync that failed for a crash back-off is tried again when that ends, instead of after 10 to 15 s",
       "kubernetes/kubernetes#133066"},
      {capability<&Behaviour::image_maximum_age>, {{v(29), {}}}, {when("ImageMaximumGCAge")},
       "an image that nobody has used for imageMaximumGCAge is removed", "KEP-4210", false},
      {capability<&Behaviour::evented_pleg_takes_nanoseconds_for_seconds>,
       {{v(26), v(32)}}, {},
       "the pod cache dates what an event brought in the far future, so that no sync of the pod waits for news",
       "kubernetes/kubernetes#124297", false},
      {capability<&Behaviour::node_informer_syncs_late>, {{v(27), v(29)}}, {},
       "after its start a kubelet hears of its pods a second later, as a rule: it finds its node informer not synced yet",
       "pkg/kubelet/config/apiserver.go"},
      {capability<&Behaviour::node_selector_predicate_is_node_affinity>, {{v(19), {}}}, {},
       "a pod whose node selector does not match is rejected for NodeAffinity instead of MatchNodeSelector",
       "pkg/kubelet/lifecycle/predicate.go"},
      {capability<&Behaviour::node_affinity_rejection_explained>, {{v(29), {}}}, {},
       "a pod rejected for its node selector is told what did not match", "pkg/kubelet/lifecycle/predicate.go"},
      {capability<&Behaviour::rejection_says_rejected>, {{v(26), {}}}, {},
       "the message of a pod that is not admitted begins with \"Pod was rejected: \" instead of \"Pod \"",
       "pkg/kubelet/kubelet.go, rejectPod"},
      {capability<&Behaviour::workers_take_updates_at_once>, {{v(7), v(27)}}, {},
       "an update that comes while a pod worker is idle is taken at once, and a second one is synced after it",
       "kubernetes/kubernetes#113145"},
      {capability<&Behaviour::orphans_get_one_second>, {{v(22), {}}}, {},
       "a pod that no source has is given one second, without hooks, instead of its own grace period and hooks",
       "kubernetes/kubernetes#102344", false},
      {capability<&Behaviour::housekeeping_uses_runtime_cache>, {{v(0), v(27)}}, {},
       "housekeeping looks for orphans in a list that may be two seconds old, and may stop a pod that is gone once more",
       "kubernetes/kubernetes#113145"},
      {capability<&Behaviour::removal_waits_for_containers>, {{v(0), v(22)}}, {},
       "a deleted pod stays in the API until its containers have been removed from the node",
       "kubernetes/kubernetes#102344", false},
      {capability<&Behaviour::crash_backoff_is_reduced>, {{v(33), {}}}, {when("ReduceDefaultCrashLoopBackOffDecay")},
       "crash back-off begins at 1 s and ends at 60 s instead of 10 s and 300 s", "KEP-4603", false},
      {capability<&Behaviour::crash_backoff_has_maximum>, {{v(32), {}}}, {when("KubeletCrashLoopBackOffMax")},
       "crash back-off ends at crashLoopBackOff.maxContainerRestartPeriod", "KEP-4603", false},
      {capability<&Behaviour::image_pulls_have_maximum>, {{v(27), {}}}, {},
       "not more than maxParallelImagePulls images are pulled at once", "KEP-3673", false},
      {capability<&Behaviour::static_pods_wait_for_their_name>, {{v(22), {}}}, {},
       "a static pod starts when the one that had its name before has terminated; its mirror pod goes after it",
       "kubernetes/kubernetes#104743", false},
      {capability<&Behaviour::terminating_status_keeps_ips>, {{v(29), {}}}, {},
       "a pod that has been stopped goes on to report its IP", "kubernetes/kubernetes#121127"},
      {capability<&Behaviour::startup_probes>, {{v(16), {}}}, {when("StartupProbe")},
       "startup probes hold back the others", "KEP-950"},
      {capability<&Behaviour::readiness_probed_at_once>, {{v(21), {}}}, {},
       "a started container that is not ready is probed whenever its status is made", "kubernetes/kubernetes#98376"},
      {capability<&Behaviour::manual_probe_moves_ticker>, {{v(32), {}}}, {},
       "a readiness probe out of turn begins a new period", "kubernetes/kubernetes#119089"},
      {capability<&Behaviour::probe_jitter_after_kubelet_start_only>, {{v(21), {}}}, {},
       "only probes that begin soon after the kubelet's start wait a random part of their period",
       "kubernetes/kubernetes#98376"},
      {capability<&Behaviour::probes_end_for_deleted_pods>, {{v(21), {}}}, {},
       "liveness and startup probes of a pod that is being deleted report success and end",
       "kubernetes/kubernetes#98571", false},
      {capability<&Behaviour::probe_holds_after_startup_failure>, {{v(16), {}}}, {},
       "a failed startup probe waits for the next container, as a failed liveness probe does", "KEP-950"},
      {capability<&Behaviour::probe_holds_after_startup_success>, {{v(32), {}}}, {},
       "a startup probe that has succeeded waits for the next container, too: it does not fail when the container ends",
       "kubernetes/kubernetes#121206"},
      {capability<&Behaviour::exec_probe_timeouts>, {{v(20), {}}}, {when("ExecProbeTimeout")},
       "an exec probe that takes longer than timeoutSeconds has failed", "KEP-1972"},
      {capability<&Behaviour::exec_timeout_names_limit>, {{v(29), {}}}, {},
       "the message of a timed-out command names the limit", "pkg/kubelet/cri/remote"},
      {capability<&Behaviour::http_errors_quote_url>, {{v(19), {}}}, {},
       "errors of HTTP probes quote the URL (Go 1.14)", "golang/go#29384", false},
      {capability<&Behaviour::probe_error_names_result>, {{v(33), {}}}, {},
       "the event of a probe that could not be run names the resulting state", "kubernetes/kubernetes#125901", false},
      {capability<&Behaviour::readiness_probe_needs_sync_context>, {{v(35), v(36)}}, {},
       "readiness probes cannot be run any more once the pod terminates", "pkg/kubelet/prober/worker.go", false},
  };
  return table;
}
// clang-format on

bool holds(const BehaviourRow& row, Release release, const FeatureGates& gates) {
  for (const ReleaseRange& range : row.ranges) {
    if (!range.contains(release)) continue;
    return std::ranges::all_of(
        row.gates, [&](const GateCondition& gate) { return is_on(*gate.gate, release, gates) == gate.wanted; });
  }
  return false;
}

}  // namespace

std::span<const BehaviourRow> behaviour_table() {
  return rows();
}

std::optional<Release> since(const BehaviourRow& row, Release release) {
  for (const ReleaseRange& range : row.ranges) {
    if (range.contains(release)) return range.since;
  }
  return std::nullopt;
}

const BehaviourRow* row_of(bool Behaviour::*capability, Release release) {
  for (const BehaviourRow& row : rows()) {
    if (row.capability == capability && since(row, release)) return &row;
  }
  return nullptr;
}

Behaviour behaviour_of(Release release, const FeatureGates& gates) {
  Behaviour behaviour;
  behaviour.release = release;
  for (const BehaviourRow& row : rows()) {
    if (holds(row, release, gates)) behaviour.*row.capability = true;
  }
  return behaviour;
}

}  // namespace podreel::release
