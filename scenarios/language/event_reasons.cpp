#include "scenarios/language/event_reasons.hpp"

#include <array>

namespace podreel::language {

namespace {

// clang-format off
constexpr std::array<std::string_view, 71> names{
    "Created", "Started", "Failed", "Killing", "Preempting", "BackOff", "ExceededGracePeriod", "DeadlineExceeded",
    "Evicted", "Pulling", "Pulled", "InspectFailed", "ErrImageNeverPull", "FailedToRetrieveImagePullSecret",
    "FailedKillPod", "FailedCreatePodContainer", "FailedCreatePodSandBox", "FailedPodSandBoxStatus",
    "SandboxChanged", "FailedSync", "FailedValidation", "FailedPostStartHook", "FailedPreStopHook",
    "NetworkNotReady", "Unhealthy", "ProbeWarning", "FailedMount", "FailedAttachVolume", "FailedMapVolume",
    "SuccessfulAttachVolume", "SuccessfulMountVolume", "AlreadyMountedVolume", "VolumeResizeFailed",
    "VolumeResizeSuccessful", "FileSystemResizeFailed", "FileSystemResizeSuccessful",
    "FailedMountOnFilesystemMismatch", "ResizeStarted", "ResizeCompleted", "ResizeDeferred", "ResizeInfeasible",
    "ResizeError", "NodeAffinity", "NodePorts", "OutOfcpu", "OutOfmemory", "OutOfpods", "OutOfephemeral-storage",
    "UnexpectedAdmissionError", "SysctlForbidden", "AppArmor", "Taint", "Starting", "NodeReady", "NodeNotReady",
    "NodeSchedulable", "NodeNotSchedulable", "NodeRebooted", "NodeShutdown", "NodeAllocatableEnforced",
    "FailedNodeAllocatableEnforcement", "NodeHasSufficientMemory", "NodeHasNoDiskPressure", "NodeHasSufficientPID",
    "KubeletSetupFailed", "ContainerGCFailed", "ImageGCFailed", "InvalidDiskCapacity", "FreeDiskSpaceFailed",
    "Scheduled", "FailedScheduling",
};
// clang-format on

}  // namespace

const std::vector<std::string_view>& event_reasons() {
  static const std::vector<std::string_view> reasons{names.begin(), names.end()};
  return reasons;
}

}  // namespace podreel::language
