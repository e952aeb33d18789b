#include "engine/api/schema_rows.hpp"

namespace podreel::api::schema {

// clang-format off
std::vector<ObjectType> status_types() {
  return {
      {"PodStatus", {
          {"observedGeneration", int64},
          {"phase", text, words("Pending|Running|Succeeded|Failed|Unknown")},
          {"conditions", list("PodCondition")},
          {"message", text},
          {"reason", text},
          {"nominatedNodeName", text},
          {"hostIP", text},
          {"hostIPs", list("IP")},
          {"podIP", text},
          {"podIPs", list("IP")},
          {"startTime", time},
          {"initContainerStatuses", list("ContainerStatus")},
          {"containerStatuses", list("ContainerStatus")},
          {"ephemeralContainerStatuses", list("ContainerStatus")},
          {"qosClass", text, words("BestEffort|Burstable|Guaranteed")},
          {"resize", text},
          {"resourceClaimStatuses", list("PodResourceClaimStatus")},
          {"extendedResourceClaimStatus", any},
          {"allocatedResources", quantities},
          {"resources", object("ResourceRequirements")},
      }},
      {"IP", {
          {"ip", text},
      }},
      {"PodCondition", {
          {"type", text, required},
          {"observedGeneration", int64},
          {"status", text, words("True|False|Unknown")},
          {"lastProbeTime", time},
          {"lastTransitionTime", time},
          {"reason", text},
          {"message", text},
      }},
      {"ContainerStatus", {
          {"name", text, required},
          {"state", object("ContainerState")},
          {"lastState", object("ContainerState")},
          {"ready", boolean},
          {"restartCount", int32, at_least(0)},
          {"image", text},
          {"imageID", text},
          {"containerID", text},
          {"started", boolean},
          {"allocatedResources", quantities},
          {"resources", object("ResourceRequirements")},
          {"volumeMounts", list("VolumeMountStatus")},
          {"user", object("ContainerUser")},
          {"allocatedResourcesStatus", any},
          {"stopSignal", text},
      }},
      {"ContainerState", {
          {"waiting", object("ContainerStateWaiting")},
          {"running", object("ContainerStateRunning")},
          {"terminated", object("ContainerStateTerminated")},
      }},
      {"ContainerStateWaiting", {
          {"reason", text},
          {"message", text},
      }},
      {"ContainerStateRunning", {
          {"startedAt", time},
      }},
      {"ContainerStateTerminated", {
          {"exitCode", int32},
          {"signal", int32},
          {"reason", text},
          {"message", text},
          {"startedAt", time},
          {"finishedAt", time},
          {"containerID", text},
      }},
      {"VolumeMountStatus", {
          {"name", text},
          {"mountPath", text},
          {"readOnly", boolean},
          {"recursiveReadOnly", text},
          {"volumeStatus", any},
      }},
      {"ContainerUser", {
          {"linux", any},
      }},
      {"PodResourceClaimStatus", {
          {"name", text, required},
          {"resourceClaimName", text},
      }},
  };
}
// clang-format on

}  // namespace podreel::api::schema
