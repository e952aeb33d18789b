#include "engine/api/schema_rows.hpp"

namespace podreel::api::schema {

namespace {}  // namespace

// clang-format off
std::vector<ObjectType> pod_types() {
  return {
      {"Pod", {
          {"apiVersion", text, words("v1")},
          {"kind", text, words("Pod")},
          {"metadata", object("ObjectMeta")},
          {"spec", object("PodSpec"), required},
          {"status", object("PodStatus")},
      }},
      {"PodTemplateSpec", {
          {"metadata", object("ObjectMeta")},
          {"spec", object("PodSpec"), required},
      }},
      {"PodSpec", {
          {"volumes", list("Volume")},
          {"initContainers", list("Container")},
          {"containers", list("Container"), required},
          {"ephemeralContainers", list("EphemeralContainer"), no_rule, since(16, "EphemeralContainers")},
          {"restartPolicy", text, words("Always|OnFailure|Never")},
          {"terminationGracePeriodSeconds", kept(int64), at_least(0)},
          {"activeDeadlineSeconds", kept(int64), range(1, 2'147'483'647)},
          {"dnsPolicy", text, words("ClusterFirst|ClusterFirstWithHostNet|Default|None")},
          {"nodeSelector", map_of(text), label_map},
          {"serviceAccountName", text, form(Format::dns_subdomain)},
          {"serviceAccount", text},
          {"automountServiceAccountToken", kept(boolean)},
          {"nodeName", text, form(Format::dns_subdomain)},
          {"hostNetwork", boolean},
          {"hostPID", boolean},
          {"hostIPC", boolean},
          {"shareProcessNamespace", kept(boolean), no_rule, since(10, "PodShareProcessNamespace")},
          {"securityContext", object("PodSecurityContext")},
          {"imagePullSecrets", list("LocalObjectReference")},
          {"hostname", text, form(Format::dns_label)},
          {"subdomain", text, form(Format::dns_label)},
          {"affinity", object("Affinity")},
          {"schedulerName", text},
          {"tolerations", list("Toleration")},
          {"hostAliases", list("HostAlias")},
          {"priorityClassName", text, no_rule, since(8)},
          {"priority", kept(int32), no_rule, since(8)},
          {"dnsConfig", object("PodDNSConfig"), no_rule, since(9)},
          {"readinessGates", list("PodReadinessGate"), no_rule, since(11)},
          {"runtimeClassName", kept(text), form(Format::dns_subdomain), since(12, "RuntimeClass")},
          {"enableServiceLinks", kept(boolean), no_rule, since(13)},
          {"preemptionPolicy", kept(text), words("Never|PreemptLowerPriority"), since(15, "NonPreemptingPriority")},
          {"overhead", quantities, no_rule, since(16, "PodOverhead")},
          {"topologySpreadConstraints", list("TopologySpreadConstraint"), no_rule, since(16, "EvenPodsSpread")},
          {"setHostnameAsFQDN", kept(boolean), no_rule, since(19, "SetHostnameAsFQDN")},
          {"os", object("PodOS"), no_rule, since(23, "IdentifyPodOS")},
          {"hostUsers", kept(boolean), no_rule, since(25, "UserNamespacesSupport")},
          {"schedulingGates", list("PodSchedulingGate"), no_rule, since(26, "PodSchedulingReadiness")},
          {"resourceClaims", list("PodResourceClaim"), no_rule, since(26, "DynamicResourceAllocation")},
          {"resources", object("ResourceRequirements"), no_rule, since(32, "PodLevelResources")},
          {"hostnameOverride", kept(text), form(Format::dns_subdomain), since(34, "HostnameOverride")},
          {"workloadRef", object("WorkloadReference"), no_rule, since(35, "GenericWorkload")},
          {"schedulingGroup", object("PodSchedulingGroup"), no_rule, since(36, "GenericWorkload")},
      }},
      {"PodSecurityContext", {
          {"seLinuxOptions", object("SELinuxOptions")},
          {"windowsOptions", object("WindowsSecurityContextOptions"), no_rule, since(15)},
          {"runAsUser", kept(int64), user_id},
          {"runAsGroup", kept(int64), user_id, since(10)},
          {"runAsNonRoot", kept(boolean)},
          {"supplementalGroups", list(int64), user_id},
          {"supplementalGroupsPolicy", kept(text), words("Merge|Strict"), since(31, "SupplementalGroupsPolicy")},
          {"fsGroup", kept(int64), user_id},
          {"sysctls", list("Sysctl"), no_rule, since(11)},
          {"fsGroupChangePolicy", kept(text), words("OnRootMismatch|Always"), since(18, "ConfigurableFSGroupPolicy")},
          {"seccompProfile", object("SeccompProfile"), no_rule, since(19)},
          {"appArmorProfile", object("AppArmorProfile"), no_rule, since(30, "AppArmorFields")},
          {"seLinuxChangePolicy", kept(text), words("Recursive|MountOption"), since(32, "SELinuxChangePolicy")},
      }},
      {"Sysctl", {
          {"name", text, required},
          {"value", kept(text)},
      }},
      {"HostAlias", {
          {"ip", text, required},
          {"hostnames", texts},
      }},
      {"PodDNSConfig", {
          {"nameservers", texts},
          {"searches", texts},
          {"options", list("PodDNSConfigOption")},
      }},
      {"PodDNSConfigOption", {
          {"name", text, required},
          {"value", kept(text)},
      }},
      {"PodReadinessGate", {
          {"conditionType", text, required},
      }},
      {"PodOS", {
          {"name", text, required_and(words("linux|windows"))},
      }},
      {"PodSchedulingGate", {
          {"name", text, required},
      }},
      {"PodResourceClaim", {
          {"name", text, required_and(form(Format::dns_label))},
          {"source", object("ClaimSource")},
          {"resourceClaimName", kept(text), no_rule, since(31)},
          {"resourceClaimTemplateName", kept(text), no_rule, since(31)},
      }},
      {"ClaimSource", {
          {"resourceClaimName", kept(text)},
          {"resourceClaimTemplateName", kept(text)},
      }},
      {"WorkloadReference", {
          {"name", text, required},
          {"podGroup", text, required},
          {"podGroupReplicaKey", text},
      }},
      {"PodSchedulingGroup", {
          {"podGroupName", text},
      }},
  };
}
// clang-format on

}  // namespace podreel::api::schema
