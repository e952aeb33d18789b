#include "scenarios/format/event_reasons.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace podreel::language {

namespace {

constexpr std::array<Meaning, 81> meanings{{
    {"Created", "A container was created."},
    {"Started", "A container was started."},
    {"Failed", "A container could not be created or started, or its image not be pulled."},
    {"Killing", "A container is stopped; the message says why."},
    {"Preempting", "The pod makes room for a critical one."},
    {"BackOff", "A crashed container, or a failed pull, is not tried again yet."},
    {"ExceededGracePeriod", "The runtime did not end a container within its grace period."},
    {"DeadlineExceeded", "The pod has been active for longer than activeDeadlineSeconds."},
    {"Evicted", "The node is short of a resource, and the pod had to go."},
    {"Pulling", "An image is being pulled."},
    {"Pulled", "An image was pulled, or was there already."},
    {"InspectFailed", "An image could not be looked at: its name is invalid, or the runtime failed."},
    {"ErrImageNeverPull", "An image is not there, and imagePullPolicy Never forbids to pull it."},
    {"FailedToRetrieveImagePullSecret", "A Secret with credentials for pulls could not be read."},
    {"FailedKillPod", "A pod could not be ended."},
    {"FailedCreatePodContainer", "The cgroup of a pod could not be made."},
    {"FailedCreatePodSandBox", "A sandbox could not be made."},
    {"FailedPodSandBoxStatus", "The runtime could not tell how a sandbox is."},
    {"SandboxChanged", "The pod gets another sandbox, and all its containers anew."},
    {"FailedSync", "A sync of the pod has failed."},
    {"FailedValidation", "A pod from a manifest is not a valid one."},
    {"FailedPostStartHook", "A postStart hook has failed, and its container is stopped."},
    {"FailedPreStopHook", "A preStop hook has failed; the container is stopped all the same."},
    {"NetworkNotReady", "The runtime's network is not ready, so the pod is not synced."},
    {"Unhealthy", "A probe has failed."},
    {"ProbeWarning", "A probe has succeeded with a warning, such as a redirect to another host."},
    {"FailedMount", "A volume could not be mounted."},
    {"FailedAttachVolume", "A volume could not be attached to the node."},
    {"FailedMapVolume", "A block volume could not be mapped."},
    {"SuccessfulAttachVolume", "A volume was attached to the node."},
    {"SuccessfulMountVolume", "A volume was mounted."},
    {"AlreadyMountedVolume", "A volume was mounted before."},
    {"VolumeResizeFailed", "A volume could not be enlarged."},
    {"VolumeResizeSuccessful", "A volume was enlarged."},
    {"FileSystemResizeFailed", "The file system on a volume could not be enlarged."},
    {"FileSystemResizeSuccessful", "The file system on a volume was enlarged."},
    {"FailedMountOnFilesystemMismatch", "A volume holds another file system than the one asked for."},
    {"ResizeStarted", "Other resources are being given to the pod."},
    {"ResizeCompleted", "The pod has the resources that it was to get."},
    {"ResizeDeferred", "A resize waits for room on the node."},
    {"ResizeInfeasible", "A resize asks for what this node can never give."},
    {"ResizeError", "A resize has failed, and is tried again."},
    {"NodeAffinity", "The pod was rejected: its node selector or affinity does not fit the node."},
    {"NodePorts", "The pod was rejected: a host port is taken."},
    {"OutOfcpu", "The pod was rejected: the node has not enough CPU."},
    {"OutOfmemory", "The pod was rejected: the node has not enough memory."},
    {"OutOfpods", "The pod was rejected: the node has as many pods as it may."},
    {"OutOfephemeral-storage", "The pod was rejected: the node has not enough ephemeral storage."},
    {"UnexpectedAdmissionError", "The pod was rejected: its admission failed, as that of devices can."},
    {"SysctlForbidden", "The pod was rejected: it sets a sysctl that is not allowed."},
    {"AppArmor", "The pod was rejected: its AppArmor profile cannot be enforced."},
    {"NodeShutdown", "The pod was rejected: its node shuts down."},
    {"Taint", "The pod was rejected: it does not tolerate a taint of the node."},
    {"Starting", "The kubelet starts."},
    {"NodeReady", "The node has become Ready."},
    {"NodeNotReady", "The node is no longer Ready."},
    {"NodeSchedulable", "The node takes new pods again."},
    {"NodeNotSchedulable", "The node was cordoned."},
    {"Rebooted", "The node has another boot id than before."},
    {"Shutdown", "The node shuts down, and the kubelet delays that."},
    {"NodeAllocatableEnforced", "The limit for all pods together was set."},
    {"FailedNodeAllocatableEnforcement", "The limit for all pods together could not be set."},
    {"EvictionThresholdMet", "The node is short of a resource, and something has to go."},
    {"NodeHasInsufficientMemory", "The node is short of memory."},
    {"NodeHasDiskPressure", "The node is short of disk space or inodes."},
    {"NodeHasInsufficientPID", "The node is short of process ids."},
    {"NodeHasSufficientMemory", "The node is not short of memory."},
    {"NodeHasNoDiskPressure", "The node is not short of disk space."},
    {"NodeHasSufficientPID", "The node is not short of process ids."},
    {"NodeHasSufficientDisk", "The node is not out of disk space (before 1.12)."},
    {"SystemOOM", "The node's memory is out, and the kernel has killed a process."},
    {"DeletingAllPods", "The node is lost, and its pods are deleted (before 1.13)."},
    {"NodeControllerEviction", "The pod is deleted because its node has been lost for long (before 1.13)."},
    {"TaintManagerEviction",
     "The pod is deleted because it does not tolerate a taint of its node any longer; or not, after all."},
    {"KubeletSetupFailed", "The kubelet could not set itself up."},
    {"ContainerGCFailed", "Dead containers could not be removed."},
    {"ImageGCFailed", "Unused images could not be removed."},
    {"InvalidDiskCapacity", "The file system of images tells a capacity of nothing."},
    {"FreeDiskSpaceFailed", "Removing images has not freed as much as was wanted."},
    {"Scheduled", "The scheduler has chosen this node."},
    {"FailedScheduling", "The scheduler finds no node."},
}};

}  // namespace

const std::vector<Meaning>& event_reason_meanings() {
  static const std::vector<Meaning> reasons{meanings.begin(), meanings.end()};
  return reasons;
}

const std::vector<std::string_view>& event_reasons() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    std::ranges::transform(meanings, std::back_inserter(all), &Meaning::name);
    return all;
  }();
  return names;
}

}  // namespace podreel::language
