#include "scenarios/reproduce/known_causes.hpp"

#include <boost/regex.hpp>
#include <fmt/format.h>
#include <vector>

#include "engine/api/ascii.hpp"
#include "scenarios/format/event_reasons.hpp"

namespace podreel::reproduce {

namespace {

/// A text and what it says. `$1` in the sentence is the first group of the pattern, `@` the container.
struct Row {
  const char* pattern;
  Cause cause;
  Strength strength;
  const char* sentence;
};

using enum Strength;

/// The pattern is searched in "REASON: MESSAGE". Of the rows that match, the first of the greatest strength counts.
constexpr Row admission_rows[]{
    {R"~(requested number of devices unavailable for (\S+?)\. Requested: (\d+), Available: (\d+))~", Cause::rejected,
     root, "the kubelet rejected the pod: it requests $2 of $1, and $3 are available"},
    {R"~(no healthy devices present; cannot allocate unhealthy devices ([^\s,]+))~", Cause::rejected, root,
     "the kubelet rejected the pod: no device of $1 is healthy"},
    {R"~(Allocate failed due to ([^,;]+))~", Cause::rejected, decision,
     "the kubelet rejected the pod: a resource could not be allocated ($1)"},
    {R"~(Node didn.t have enough resource: (\S+), requested: (\d+), used: (\d+), capacity: (\d+))~", Cause::rejected,
     root, "the kubelet rejected the pod: the node has not enough $1 (requested $2, used $3, capacity $4)"},
    {R"~(\bOutOfpods\b)~", Cause::rejected, decision,
     "the kubelet rejected the pod: the node has its maximum number of pods"},
    {R"~(\bOutOf([a-z][\w./-]*))~", Cause::rejected, decision,
     "the kubelet rejected the pod: the node has not enough $1"},
    {R"~(\b(NodeAffinity|MatchNodeSelector)\b)~", Cause::rejected, decision,
     "the kubelet rejected the pod: its node selector or affinity does not match the labels of the node"},
    {R"~(TopologyAffinityError)~", Cause::rejected, decision,
     "the kubelet rejected the pod: its resources cannot be allocated on the same NUMA node"},
    {R"~(UnexpectedAdmissionError)~", Cause::rejected, step,
     "the kubelet rejected the pod: its admission failed, for example the allocation of a device"},
    {R"~(The node had condition: \[(\w+)\])~", Cause::rejected, root,
     "the kubelet rejected the pod: the node was under $1"},
    {R"~(Pod was rejected as the node is shutting down)~", Cause::rejected, root,
     "the kubelet rejected the pod: its node shuts down"},
    {R"~(Predicate (\w+) failed)~", Cause::rejected, step, "the kubelet rejected the pod: the check $1 failed"},
    {R"~(Pod was rejected: (.+))~", Cause::rejected, step, "the kubelet rejected the pod: $1"},
    {R"~(terminated in response to imminent node shutdown|Node is shutting, evicting pods)~", Cause::node_shutdown,
     root, "the node shuts down, and its kubelet stops the pods first"},
    {R"~(FailedScheduling: (.*))~", Cause::unscheduled, decision, "the scheduler finds no node: $1"},
    {R"~(reempted in order to admit critical pod|^Preempting|reason=.?Preempting)~", Cause::preempted, decision,
     "the kubelet preempted the pod to admit a critical pod"},
};

constexpr Row eviction_rows[]{
    {R"~(The node was low on resource: \[?([\w-]+))~", Cause::evicted, root,
     "the kubelet evicted the pod: the node was short of $1"},
    {R"~(Usage of EmptyDir volume "([^"]+)" exceeds the limit "([^"]+)")~", Cause::evicted, root,
     "the kubelet evicted the pod: the emptyDir volume $1 exceeded its limit of $2"},
    {R"~(Pod ephemeral local storage usage exceeds the total limit of containers (\w+))~", Cause::evicted, root,
     "the kubelet evicted the pod: its local storage exceeded the limit of its containers, $1"},
    {R"~(Container (\S+) exceeded its local ephemeral storage limit "([^"]+)")~", Cause::evicted, root,
     "the kubelet evicted the pod: $1 exceeded its limit of local storage, $2"},
    {R"~(must evict pod\(s\) to reclaim"?(?: resourceName=")? ?([\w-]+))~", Cause::evicted, root,
     "the node is short of $1, and its kubelet evicts pods"},
    {R"~([Aa]ttempting to reclaim"?(?: resourceName=")? ?([\w-]+))~", Cause::evicted, decision,
     "the node is short of $1, and its kubelet reclaims it"},
    {R"~(pods? \S+ (?:is|was) evicted successfully|eviction manager: pod is evicted successfully)~", Cause::evicted,
     decision, "the kubelet evicted the pod because the node was short of a resource"},
    {R"~(^Evicted\b)~", Cause::evicted, step,
     "the kubelet evicted the pod; the input does not show which resource was short"},
    {R"~(TerminationByKubelet)~", Cause::evicted, state,
     "the kubelet ended the pod: it evicted or preempted it, or its node shut down"},
    {R"~(EvictionByEvictionAPI)~", Cause::deletion, decision,
     "the pod was evicted through the API, for example by a drain"},
    {R"~(^audit: eviction of the pod by (\S+))~", Cause::deletion, decision,
     "the pod was evicted through the API by $1"},
    {R"~(^audit: deletion of the pod by (\S+))~", Cause::deletion, decision, "the pod was deleted by $1"},
    {R"~(DeletionByTaintManager)~", Cause::node_lost, decision,
     "the control plane deleted the pod, because it does not tolerate a taint of its node"},
    {R"~(PreemptionByScheduler)~", Cause::preempted, decision,
     "the scheduler preempted the pod for one of higher priority"},
    {R"~(DeletionByPodGC)~", Cause::node_lost, decision,
     "the pod was garbage collected, because its node no longer exists"},
};

constexpr Row node_rows[]{
    {R"~(which was running pod \S+ is unresponsive|^NodeLost\b)~", Cause::node_lost, decision,
     "the node was lost: its kubelet no longer reports"},
    {R"~(TaintManagerEviction: Marking for deletion)~", Cause::node_lost, decision,
     "the control plane deleted the pod, because it does not tolerate a taint of its node, as a lost node has one"},
    {R"~(NodeNotReady: )~", Cause::node_lost, step,
     "the node is not ready: its kubelet no longer reports, or cannot work"},
    {R"~(PLEG is not healthy: pleg was last seen active (\S+) ago)~", Cause::node_runtime, decision,
     "the runtime hangs: the kubelet has waited for a relist for $1"},
    {R"~([Cc]ontainer runtime (?:is down|status check may not have completed))~", Cause::node_runtime, decision,
     "the container runtime does not answer"},
    {R"~([Nn]etwork (?:is )?not ready|NetworkPluginNotReady|NetworkReady=false|cni \w+ (?:un|not )initialized)~",
     Cause::network, decision, "the network of the node is not ready"},
    {R"~(^the node \S+ is (?:NotReady|Unknown))~", Cause::node_lost, step,
     "the node is not ready: its kubelet no longer reports, or cannot work"},
    {R"~(has been rebooted, boot id)~", Cause::node_lost, decision, "the node rebooted"},
    {R"~(System OOM encountered, victim process: ([^,]+))~", Cause::node_out_of_memory, decision,
     "the node ran out of memory, and the kernel killed $1"},
    {R"~([Ff]ailed to (?:run [Kk]ubelet|start ContainerManager)"?(?: err=|: )"?([^"]+))~", Cause::kubelet_fails, root,
     "the kubelet does not start: $1"},
    {R"~([Ff]ailed to load [Kk]ubelet config file)~", Cause::kubelet_fails, root,
     "the kubelet does not start: it cannot load its configuration"},
    {R"~(SyncLoop DELETE|SyncLoop REMOVE)~", Cause::deletion, state, "the pod is deleted through the API"},
    {R"~(^NodeShutdown\b)~", Cause::rejected, decision, "the kubelet rejected the pod: its node shuts down"},
    {R"~([Ff]ailed to update status for pod)~", Cause::status_update, step,
     "the kubelet cannot write the status of the pod"},
    {R"~([Ff]ailed (?:to create|creating) a? ?mirror pod)~", Cause::status_update, step,
     "the kubelet cannot create the mirror pod of a static pod"},
};

constexpr Row container_rows[]{
    {R"~(\bOOMKilled\b)~", Cause::out_of_memory, root, "@ runs out of memory and is killed (OOMKilled)"},
    {R"~(init was OOM-killed)~", Cause::out_of_memory, root, "the memory limit of @ is too small to start it"},
    {R"~([Cc]ontainer (\S+) definition changed)~", Cause::definition_changed, root,
     "the kubelet restarts $1, because its definition changed: its hash differs, as after an update of the kubelet"},
    {R"~([Cc]ontainer spec hash changed|hash changed \(\d+ vs)~", Cause::definition_changed, root,
     "the kubelet restarts @, because its hash differs, as after an update of the kubelet"},
    {R"~(failed liveness probe, will be restarted|is unhealthy, it will be killed)~", Cause::liveness, decision,
     "the livenessProbe of @ fails, and the kubelet restarts it"},
    {R"~(failed startup probe, will be restarted)~", Cause::startup, decision,
     "the startupProbe of @ fails, and the kubelet restarts it"},
    {R"~(exec format error)~", Cause::start, root,
     "the command of @ is not executable here: its image is for another CPU"},
    {R"~(exec: \\?"([^"\\]+)\\?": (?:stat [^:]+: no such file|executable file not found))~", Cause::start, root,
     "the command $1 of @ does not exist in its image"},
    {R"~(exec: \\?"([^"\\]+)\\?": (?:stat [^:]+: )?permission denied)~", Cause::start, root,
     "the command $1 of @ is not executable"},
    {R"~(failed to reserve sandbox name)~", Cause::sandbox, decision,
     "the runtime still works on an earlier attempt to create the sandbox"},
    {R"~(failed to reserve container name|The container name .* is already in use|is reserved for)~", Cause::create,
     decision, "the runtime still works on an earlier attempt to create @"},
    {R"~(no space left on device)~", Cause::create, root, "a disk of the node has no space left"},
    {R"~(too many open files)~", Cause::create, root, "the node has too many open files"},
    {R"~((?:fork/exec|pthread_create|clone).*(?:resource temporarily unavailable|cannot allocate memory))~",
     Cause::create, root, "the node cannot start another process"},
    {R"~(runAsNonRoot and image will run as root|runAsNonRoot and image has non-numeric user)~", Cause::root_user, root,
     "the image of @ runs as root, which runAsNonRoot forbids"},
    {R"~(configmap \\?"([^"\\]+)\\?" not found)~", Cause::missing_config, root, "the ConfigMap $1 is missing"},
    {R"~(secret \\?"([^"\\]+)\\?" not found)~", Cause::missing_config, root, "the Secret $1 is missing"},
    {R"~(couldn.t find key (\S+) in (ConfigMap|Secret) (\S+))~", Cause::missing_config, root,
     "the $2 $3 has no key $1"},
    {R"~(could not be located when the pod was (?:terminated|deleted))~", Cause::lost_container, decision,
     "the runtime no longer knows @, so its end is unknown"},
    {R"~(ContainerStatusUnknown)~", Cause::lost_container, step,
     "the runtime no longer knows @, so its end is unknown"},
    {R"~(PostStartHook|FailedPostStartHook)~", Cause::hook, decision, "the postStart hook of @ fails"},
    {R"~(FailedPreStopHook|PreStop hook failed|PreStopHook failed)~", Cause::hook, step, "the preStop hook of @ fails"},
    {R"~(^NotReady: $)~", Cause::completed, state,
     "a container has completed, and another one runs on, so the pod does not end"},
    {R"~(CreateContainerConfigError)~", Cause::create, state,
     "the kubelet cannot configure @: a ConfigMap, Secret, key, path or user is wrong"},
    {R"~(CreateContainerError|CreateContainer.*from runtime service failed)~", Cause::create, state,
     "the runtime refuses to create @"},
    {R"~(RunContainerError|StartContainer from runtime service failed|StartError|ContainerCannotRun)~", Cause::start,
     state, "the runtime refuses to start @"},
    {R"~(CrashLoopBackOff|Back-off restarting failed)~", Cause::crash, symptom,
     "@ ends again and again, and waits for its back-off"},
    {R"~(Liveness probe (?:failed|errored))~", Cause::liveness, state, "the livenessProbe of @ fails"},
    {R"~(Startup probe (?:failed|errored))~", Cause::startup, state, "the startupProbe of @ fails"},
    {R"~(Readiness probe (?:failed|errored))~", Cause::readiness, symptom, "the readinessProbe of @ fails"},
    {R"~(ResizeInfeasible|PodResizePending.*Infeasible)~", Cause::resize, decision,
     "the node can never provide what the resize of the pod requests"},
    {R"~(ResizeDeferred|PodResizePending.*Deferred)~", Cause::resize, decision,
     "the resize of the pod waits for free resources on the node"},
    {R"~(ResizeError|PodResizeInProgress.*Error)~", Cause::resize, step, "the resize of the pod fails and is retried"},
};

constexpr Row image_rows[]{
    {R"~(toomanyrequests|429 Too Many Requests)~", Cause::image_pull, root,
     "the registry limits pulls of the image of @"},
    {R"~((?:pull|Pull).*(?:unauthorized|authentication required|access denied|no basic auth credentials|40[13] ))~",
     Cause::image_pull, root, "the registry denies the pull of the image of @: credentials or the image are missing"},
    {R"~((?:pull|Pull).*x509:)~", Cause::image_pull, root,
     "the runtime does not trust the certificate of the registry"},
    {R"~((?:pull|Pull).*(?:manifest unknown|manifest for|not found))~", Cause::image_pull, root,
     "the registry does not have the image of @"},
    {R"~((?:pull|Pull).*no match for platform)~", Cause::image_pull, root, "the image of @ is not built for this CPU"},
    {R"~((?:pull|Pull).*(?:no such host|i/o timeout|connection refused|TLS handshake timeout|deadline exceeded))~",
     Cause::image_pull, root, "the node cannot reach the registry of the image of @"},
    {R"~(InvalidImageName|invalid reference format)~", Cause::image_name, decision,
     "the image of @ has an invalid name"},
    {R"~(ErrImageNeverPull)~", Cause::image_pull, decision,
     "the image of @ is missing and its imagePullPolicy is Never"},
    {R"~(ImageInspectError|InspectFailed)~", Cause::image_name, step,
     "the image of @ cannot be inspected: its name is invalid, or the runtime fails"},
    {R"~(RegistryUnavailable)~", Cause::image_pull, decision, "the registry of the image of @ is unavailable"},
    {R"~(SignatureValidationFailed)~", Cause::image_pull, decision, "the signature of the image of @ is invalid"},
    {R"~(ErrImagePull|ImagePullBackOff|Failed to pull image|PullImage.*image service failed|Back-off pulling)~",
     Cause::image_pull, state, "the image of @ cannot be pulled"},
};

constexpr Row volume_rows[]{
    {R"~(Multi-Attach error for volume "([^"]+)")~", Cause::attach, root,
     "the volume $1 is still attached to another node"},
    {R"~(AttachVolume\.\w+ failed for volume "([^"]+)")~", Cause::attach, decision,
     "the volume $1 cannot be attached to the node"},
    {R"~(driver name (\S+) not found in the list of registered CSI drivers)~", Cause::mount, root,
     "the CSI driver $1 is not registered on the node"},
    {R"~(hostPath type check failed: ([^"]+))~", Cause::mount, root, "a hostPath volume has another type: $1"},
    {R"~(persistentvolumeclaim "([^"]+)" not found)~", Cause::mount, root, "the PersistentVolumeClaim $1 is missing"},
    {R"~(UnmountVolume\.TearDown failed for volume "([^"]+)")~", Cause::unmount, root,
     "the volume $1 cannot be unmounted, so the deleted pod stays"},
    {R"~(UnmountDevice failed for volume "([^"]+)")~", Cause::unmount, decision, "the volume $1 cannot be unmounted"},
    {R"~(FailedUnmount|Unable to unmount volumes)~", Cause::unmount, decision,
     "a volume cannot be unmounted, so the deleted pod stays"},
    {R"~(MountVolume\.(\w+) failed for volume "([^"]+)")~", Cause::mount, decision, "the volume $2 cannot be mounted"},
    {R"~(Unable to (?:attach or )?mount volumes.*unmounted volumes=\[([^\]]+)\])~", Cause::mount, step,
     "the volume $1 is not mounted in time"},
    {R"~(FailedMount|FailedMapVolume)~", Cause::mount, state, "a volume of the pod cannot be mounted"},
    {R"~(some volumes have not been cleaned up)~", Cause::unmount, decision,
     "volumes of the pod cannot be unmounted, so the deleted pod stays"},
    {R"~([Oo]rphaned pod .*found, but)~", Cause::unmount, step, "volumes of a deleted pod remain on the node"},
};

constexpr Row sandbox_rows[]{
    {R"~(failed to assign an IP address|no (?:available )?IP addresses|failed to allocate for range)~", Cause::sandbox,
     root, "the network plugin has no free IP address"},
    {R"~(no runtime for \\?"([^"\\]+)\\?" is configured)~", Cause::sandbox, root,
     "the runtime of the node has no handler $1, which the RuntimeClass names"},
    {R"~(failed to set ?up (?:sandbox container .*|pod ".*" )?network|networkPlugin cni failed|failed \(add\))~",
     Cause::sandbox, root, "the network plugin fails, so no sandbox can be created"},
    {R"~(FailedCreatePodSandBox|[cC]reatePodSandbox|RunPodSandbox.*from runtime service failed|CreatePodSandboxError)~",
     Cause::sandbox, step, "no sandbox can be created"},
    {R"~(FailedCreatePodContainer|cgroups exist)~", Cause::cgroup, decision,
     "the kubelet cannot create the pod's cgroup"},
    {R"~(KillContainerError|StopContainer.*from runtime service failed)~", Cause::stop, decision,
     "the runtime cannot stop @"},
    {R"~(KillPodSandboxError|StopPodSandbox.*from runtime service failed|FailedKillPod)~", Cause::stop, decision,
     "the runtime cannot stop the sandbox of the pod"},
    {R"~(ExceededGracePeriod)~", Cause::stop, decision, "the runtime did not end a container in its grace period"},
    {R"~(Pod sandbox changed)~", Cause::sandbox, symptom, "the sandbox of the pod has ended, and a new one is created"},
    {R"~(DeadlineExceeded: |longer than (?:the )?specified deadline)~", Cause::deadline, decision,
     "the pod has exceeded its activeDeadlineSeconds"},
    {R"~(^DeadlineExceeded\b)~", Cause::deadline, decision, "the pod has exceeded its activeDeadlineSeconds"},
};

struct CompiledRow {
  const Row* row;
  boost::regex pattern;
};

const std::vector<CompiledRow>& compiled_rows() {
  static const std::vector<CompiledRow> compiled = [] {
    std::vector<CompiledRow> rows;
    const auto add = [&rows](const auto& table) {
      for (const Row& row : table) rows.push_back({&row, boost::regex{row.pattern}});
    };
    add(admission_rows);
    add(eviction_rows);
    add(node_rows);
    add(container_rows);
    add(image_rows);
    add(volume_rows);
    add(sandbox_rows);
    return rows;
  }();
  return compiled;
}

std::string sentence_of(const Row& row, const boost::smatch& found, std::string_view container) {
  std::string sentence;
  for (std::string_view rest{row.sentence}; !rest.empty(); rest.remove_prefix(1)) {
    if (rest.front() == '@') {
      sentence += container.empty() ? std::string_view{"a container"} : container;
    } else if (rest.front() == '$' && rest.size() > 1 && api::is_digit(rest[1])) {
      sentence += found[rest[1] - '0'].str();
      rest.remove_prefix(1);
    } else {
      sentence += rest.front();
    }
  }
  constexpr std::size_t max_length = 150;
  if (sentence.size() > max_length) sentence.resize(sentence.find_last_of(' ', max_length));
  return sentence;
}

/// Returns the meaning of an event's reason that names a rejection.
std::optional<KnownCause> rejection(std::string_view reason) {
  constexpr std::string_view begins = "The pod was rejected: ";
  for (const format::Meaning& meaning : format::event_reason_meanings()) {
    if (meaning.name != reason || !meaning.text.starts_with(begins)) continue;
    const std::string_view rest = meaning.text.substr(begins.size(), meaning.text.size() - begins.size() - 1);
    return KnownCause{Cause::rejected, step, fmt::format("the kubelet rejected the pod: {}", rest)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<KnownCause> known_cause(std::string_view reason, std::string_view message, std::string_view container) {
  // Patterns are matched near the front only: long texts repeat their cause, and a match must take bounded time.
  constexpr std::size_t max_length = 2000;
  std::string text = reason.empty() ? std::string{message} : fmt::format("{}: {}", reason, message);
  text.resize(std::min(text.size(), max_length));
  std::optional<KnownCause> best = rejection(reason);
  for (const CompiledRow& each : compiled_rows()) {
    boost::smatch found;
    if (best && best->strength >= each.row->strength) continue;
    if (!boost::regex_search(text, found, each.pattern)) continue;
    best = KnownCause{each.row->cause, each.row->strength, sentence_of(*each.row, found, container)};
  }
  return best;
}

}  // namespace podreel::reproduce
