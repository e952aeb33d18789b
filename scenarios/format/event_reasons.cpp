#include "scenarios/format/event_reasons.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace podreel::format {

namespace {

constexpr std::array<Meaning, 83> meanings{{
    {"Created", "A container was created."},
    {"Started", "A container was started."},
    {"Failed", "A container could not be created or started, or its image could not be pulled."},
    {"Killing", "A container is stopped; the message says why."},
    {"Preempting", "The pod is preempted by a critical pod."},
    {"BackOff", "A crashed container or a failed pull waits for its back-off."},
    {"ExceededGracePeriod", "The runtime did not end a container within its grace period."},
    {"DeadlineExceeded", "The pod has been active for longer than activeDeadlineSeconds."},
    {"Evicted", "The pod was evicted because the node is short of a resource."},
    {"Pulling", "An image is being pulled."},
    {"Pulled", "An image was pulled or already present."},
    {"InspectFailed", "An image could not be inspected: its name is invalid, or the runtime failed."},
    {"ErrImageNeverPull", "An image is missing, and imagePullPolicy Never forbids a pull."},
    {"FailedToRetrieveImagePullSecret", "A Secret with credentials for pulls could not be read."},
    {"FailedKillPod", "A pod could not be terminated."},
    {"FailedCreatePodContainer", "The cgroup of a pod could not be created."},
    {"FailedCreatePodSandBox", "A sandbox could not be created."},
    {"FailedPodSandBoxStatus", "The runtime could not return the status of a sandbox."},
    {"SandboxChanged", "The pod's sandbox is recreated with all containers."},
    {"FailedSync", "A sync of the pod has failed."},
    {"FailedValidation", "A pod of a manifest is invalid."},
    {"FailedPostStartHook", "A postStart hook has failed, and its container is stopped."},
    {"FailedPreStopHook", "A preStop hook has failed; the container is stopped anyway."},
    {"NetworkNotReady", "The runtime's network is not ready, so the pod is not synced."},
    {"Unhealthy", "A probe has failed."},
    {"ProbeWarning", "A probe has succeeded with a warning, such as a redirect to another host."},
    {"FailedMount", "A volume could not be mounted."},
    {"FailedAttachVolume", "A volume could not be attached to the node."},
    {"FailedMapVolume", "A block volume could not be mapped."},
    {"SuccessfulAttachVolume", "A volume was attached to the node."},
    {"SuccessfulMountVolume", "A volume was mounted."},
    {"AlreadyMountedVolume", "A volume was already mounted."},
    {"VolumeResizeFailed", "A volume could not be enlarged."},
    {"VolumeResizeSuccessful", "A volume was enlarged."},
    {"FileSystemResizeFailed", "The file system on a volume could not be enlarged."},
    {"FileSystemResizeSuccessful", "The file system on a volume was enlarged."},
    {"FailedMountOnFilesystemMismatch", "A volume has a different file system than requested."},
    {"ResizeStarted", "A resize of the pod has begun."},
    {"ResizeCompleted", "A resize of the pod is complete."},
    {"ResizeDeferred", "A resize waits for free resources on the node."},
    {"ResizeInfeasible", "A resize requests more than this node can ever provide."},
    {"ResizeError", "A resize has failed and is retried."},
    {"NodeAffinity", "The pod was rejected: its node selector or affinity does not fit the node."},
    {"NodePorts", "The pod was rejected: a host port is in use."},
    {"OutOfcpu", "The pod was rejected: the node has not enough CPU."},
    {"OutOfmemory", "The pod was rejected: the node has not enough memory."},
    {"OutOfpods", "The pod was rejected: the node has its maximum number of pods."},
    {"OutOfephemeral-storage", "The pod was rejected: the node has not enough ephemeral storage."},
    {"UnexpectedAdmissionError", "The pod was rejected: its admission failed, for example that of a device."},
    {"SysctlForbidden", "The pod was rejected: it sets a sysctl that is not allowed."},
    {"AppArmor", "The pod was rejected: its AppArmor profile cannot be enforced."},
    {"NodeShutdown", "The pod was rejected: its node shuts down."},
    {"Taint", "The pod was rejected: it does not tolerate a taint of the node."},
    {"TaintToleration", "The pod was rejected: it does not tolerate a taint of the node (from 1.24 on)."},
    {"PodOSNotSupported", "The pod was rejected: its spec.os is not the node's."},
    {"Starting", "The kubelet starts."},
    {"NodeReady", "The node has become Ready."},
    {"NodeNotReady", "The node is no longer Ready."},
    {"NodeSchedulable", "The node was uncordoned."},
    {"NodeNotSchedulable", "The node was cordoned."},
    {"Rebooted", "The node has a new boot id."},
    {"Shutdown", "The node shuts down, and the kubelet delays the shutdown."},
    {"NodeAllocatableEnforced", "The cgroup limit for all pods was set."},
    {"FailedNodeAllocatableEnforcement", "The cgroup limit for all pods could not be set."},
    {"EvictionThresholdMet", "The node is short of a resource, and the kubelet reclaims it."},
    {"NodeHasInsufficientMemory", "The node is short of memory."},
    {"NodeHasDiskPressure", "The node is short of disk space or inodes."},
    {"NodeHasInsufficientPID", "The node is short of process ids."},
    {"NodeHasSufficientMemory", "The node is not short of memory."},
    {"NodeHasNoDiskPressure", "The node is not short of disk space."},
    {"NodeHasSufficientPID", "The node is not short of process ids."},
    {"NodeHasSufficientDisk", "The node is not out of disk space (before 1.12)."},
    {"SystemOOM", "The node is out of memory, and the kernel has killed a process."},
    {"DeletingAllPods", "The node is lost, and its pods are deleted (before 1.13)."},
    {"NodeControllerEviction", "The pod is deleted because its node was lost for too long (before 1.13)."},
    {"TaintManagerEviction",
     "The pod is deleted because it no longer tolerates a taint of its node, or its deletion was cancelled."},
    {"KubeletSetupFailed", "The setup of the kubelet failed."},
    {"ContainerGCFailed", "Dead containers could not be removed."},
    {"ImageGCFailed", "Unused images could not be removed."},
    {"InvalidDiskCapacity", "The file system of images reports a capacity of 0."},
    {"FreeDiskSpaceFailed", "The removal of images has not freed enough space."},
    {"Scheduled", "The scheduler has assigned the pod to this node."},
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

}  // namespace podreel::format
