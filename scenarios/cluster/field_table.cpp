#include "scenarios/cluster/field_table.hpp"

#include <array>

namespace podreel::cluster {

namespace {

using Type = FieldType;

constexpr std::array of_deployments{FieldRule{"spec", Type::structure, true},
                                    FieldRule{"spec.minReadySeconds", Type::count},
                                    FieldRule{"spec.paused", Type::flag},
                                    FieldRule{"spec.progressDeadlineSeconds", Type::count},
                                    FieldRule{"spec.replicas", Type::count},
                                    FieldRule{"spec.revisionHistoryLimit", Type::count},
                                    FieldRule{"spec.selector", Type::object, true},
                                    FieldRule{"spec.strategy", Type::structure},
                                    FieldRule{"spec.strategy.type", Type::text},
                                    FieldRule{"spec.strategy.rollingUpdate", Type::structure},
                                    FieldRule{"spec.strategy.rollingUpdate.maxSurge", Type::count_or_percent},
                                    FieldRule{"spec.strategy.rollingUpdate.maxUnavailable", Type::count_or_percent},
                                    FieldRule{"spec.template", Type::object, true}};
constexpr std::array of_replica_sets{
    FieldRule{"spec", Type::structure, true}, FieldRule{"spec.minReadySeconds", Type::count},
    FieldRule{"spec.replicas", Type::count}, FieldRule{"spec.selector", Type::object, true},
    FieldRule{"spec.template", Type::object, true}};
constexpr std::array of_stateful_sets{
    FieldRule{"spec", Type::structure, true},
    FieldRule{"spec.minReadySeconds", Type::count},
    FieldRule{"spec.ordinals", Type::structure},
    FieldRule{"spec.ordinals.start", Type::count},
    FieldRule{"spec.persistentVolumeClaimRetentionPolicy", Type::object},
    FieldRule{"spec.podManagementPolicy", Type::text},
    FieldRule{"spec.replicas", Type::count},
    FieldRule{"spec.revisionHistoryLimit", Type::count},
    FieldRule{"spec.selector", Type::object, true},
    FieldRule{"spec.serviceName", Type::text},
    FieldRule{"spec.template", Type::object, true},
    FieldRule{"spec.updateStrategy", Type::structure},
    FieldRule{"spec.updateStrategy.type", Type::text},
    FieldRule{"spec.updateStrategy.rollingUpdate", Type::structure},
    FieldRule{"spec.updateStrategy.rollingUpdate.maxUnavailable", Type::count_or_percent},
    FieldRule{"spec.updateStrategy.rollingUpdate.partition", Type::count},
    FieldRule{"spec.volumeClaimTemplates", Type::list}};
constexpr std::array of_daemon_sets{
    FieldRule{"spec", Type::structure, true},
    FieldRule{"spec.minReadySeconds", Type::count},
    FieldRule{"spec.revisionHistoryLimit", Type::count},
    FieldRule{"spec.selector", Type::object, true},
    FieldRule{"spec.template", Type::object, true},
    FieldRule{"spec.updateStrategy", Type::structure},
    FieldRule{"spec.updateStrategy.type", Type::text},
    FieldRule{"spec.updateStrategy.rollingUpdate", Type::structure},
    FieldRule{"spec.updateStrategy.rollingUpdate.maxSurge", Type::count_or_percent},
    FieldRule{"spec.updateStrategy.rollingUpdate.maxUnavailable", Type::count_or_percent}};
constexpr std::array of_jobs{
    FieldRule{"spec", Type::structure, true},       FieldRule{"spec.activeDeadlineSeconds", Type::long_count},
    FieldRule{"spec.backoffLimit", Type::count},    FieldRule{"spec.completionMode", Type::text},
    FieldRule{"spec.completions", Type::count},     FieldRule{"spec.manualSelector", Type::flag},
    FieldRule{"spec.parallelism", Type::count},     FieldRule{"spec.podReplacementPolicy", Type::text},
    FieldRule{"spec.selector", Type::object},       FieldRule{"spec.suspend", Type::flag},
    FieldRule{"spec.template", Type::object, true}, FieldRule{"spec.ttlSecondsAfterFinished", Type::count}};
constexpr std::array of_budgets{
    FieldRule{"spec", Type::structure}, FieldRule{"spec.maxUnavailable", Type::count_or_percent},
    FieldRule{"spec.minAvailable", Type::count_or_percent}, FieldRule{"spec.selector", Type::object},
    FieldRule{"spec.unhealthyPodEvictionPolicy", Type::text}};
constexpr std::array of_leases{FieldRule{"spec", Type::structure},
                               FieldRule{"spec.acquireTime", Type::text},
                               FieldRule{"spec.holderIdentity", Type::text},
                               FieldRule{"spec.leaseDurationSeconds", Type::count},
                               FieldRule{"spec.leaseTransitions", Type::count},
                               FieldRule{"spec.preferredHolder", Type::text},
                               FieldRule{"spec.renewTime", Type::text},
                               FieldRule{"spec.strategy", Type::text}};
constexpr std::array of_config_maps{FieldRule{"binaryData", Type::texts_by_name},
                                    FieldRule{"data", Type::texts_by_name}, FieldRule{"immutable", Type::flag}};
constexpr std::array of_secrets{FieldRule{"data", Type::texts_by_name}, FieldRule{"immutable", Type::flag},
                                FieldRule{"stringData", Type::texts_by_name}, FieldRule{"type", Type::text}};
constexpr std::array of_namespaces{FieldRule{"spec", Type::structure}, FieldRule{"spec.finalizers", Type::list}};
constexpr std::array of_revisions{FieldRule{"data", Type::any}, FieldRule{"revision", Type::long_count, true}};

constexpr std::array of_cron_jobs{FieldRule{"spec", Type::structure, true},
                                  FieldRule{"spec.concurrencyPolicy", Type::text},
                                  FieldRule{"spec.failedJobsHistoryLimit", Type::count},
                                  FieldRule{"spec.jobTemplate", Type::structure, true},
                                  FieldRule{"spec.jobTemplate.metadata", Type::structure},
                                  FieldRule{"spec.jobTemplate.metadata.annotations", Type::texts_by_name},
                                  FieldRule{"spec.jobTemplate.metadata.creationTimestamp", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.deletionGracePeriodSeconds", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.deletionTimestamp", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.finalizers", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.generateName", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.generation", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.labels", Type::texts_by_name},
                                  FieldRule{"spec.jobTemplate.metadata.managedFields", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.name", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.namespace", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.ownerReferences", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.resourceVersion", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.selfLink", Type::any},
                                  FieldRule{"spec.jobTemplate.metadata.uid", Type::any},
                                  FieldRule{"spec.jobTemplate.spec", Type::job_spec, true},
                                  FieldRule{"spec.schedule", Type::text, true},
                                  FieldRule{"spec.startingDeadlineSeconds", Type::long_count},
                                  FieldRule{"spec.successfulJobsHistoryLimit", Type::count},
                                  FieldRule{"spec.suspend", Type::flag},
                                  FieldRule{"spec.timeZone", Type::text}};
constexpr std::array of_services{FieldRule{"spec", Type::structure, true},
                                 FieldRule{"spec.allocateLoadBalancerNodePorts", Type::flag},
                                 FieldRule{"spec.clusterIP", Type::text},
                                 FieldRule{"spec.clusterIPs", Type::texts},
                                 FieldRule{"spec.externalIPs", Type::texts},
                                 FieldRule{"spec.externalName", Type::text},
                                 FieldRule{"spec.externalTrafficPolicy", Type::text},
                                 FieldRule{"spec.healthCheckNodePort", Type::count},
                                 FieldRule{"spec.internalTrafficPolicy", Type::text},
                                 FieldRule{"spec.ipFamilies", Type::texts},
                                 FieldRule{"spec.ipFamilyPolicy", Type::text},
                                 FieldRule{"spec.loadBalancerClass", Type::text},
                                 FieldRule{"spec.loadBalancerIP", Type::text},
                                 FieldRule{"spec.loadBalancerSourceRanges", Type::texts},
                                 FieldRule{"spec.ports", Type::structures},
                                 FieldRule{"spec.ports.appProtocol", Type::text},
                                 FieldRule{"spec.ports.name", Type::text},
                                 FieldRule{"spec.ports.nodePort", Type::number},
                                 FieldRule{"spec.ports.port", Type::number},
                                 FieldRule{"spec.ports.protocol", Type::text},
                                 FieldRule{"spec.ports.targetPort", Type::number_or_text},
                                 FieldRule{"spec.publishNotReadyAddresses", Type::flag},
                                 FieldRule{"spec.selector", Type::texts_by_name},
                                 FieldRule{"spec.sessionAffinity", Type::text},
                                 FieldRule{"spec.sessionAffinityConfig", Type::structure},
                                 FieldRule{"spec.sessionAffinityConfig.clientIP", Type::structure},
                                 FieldRule{"spec.sessionAffinityConfig.clientIP.timeoutSeconds", Type::number},
                                 FieldRule{"spec.trafficDistribution", Type::text},
                                 FieldRule{"spec.type", Type::text}};
constexpr std::array of_endpoints{
    FieldRule{"subsets", Type::structures},
    FieldRule{"subsets.addresses", Type::structures},
    FieldRule{"subsets.addresses.hostname", Type::text},
    FieldRule{"subsets.addresses.ip", Type::text},
    FieldRule{"subsets.addresses.nodeName", Type::text},
    FieldRule{"subsets.addresses.targetRef", Type::object},
    FieldRule{"subsets.notReadyAddresses", Type::structures},
    FieldRule{"subsets.notReadyAddresses.hostname", Type::text},
    FieldRule{"subsets.notReadyAddresses.ip", Type::text},
    FieldRule{"subsets.notReadyAddresses.nodeName", Type::text},
    FieldRule{"subsets.notReadyAddresses.targetRef", Type::object},
    FieldRule{"subsets.ports", Type::structures},
    FieldRule{"subsets.ports.appProtocol", Type::text},
    FieldRule{"subsets.ports.name", Type::text},
    FieldRule{"subsets.ports.port", Type::number},
    FieldRule{"subsets.ports.protocol", Type::text},
};
constexpr std::array of_slices{
    FieldRule{"addressType", Type::text},
    FieldRule{"endpoints", Type::structures},
    FieldRule{"endpoints.addresses", Type::texts},
    FieldRule{"endpoints.conditions", Type::structure},
    FieldRule{"endpoints.conditions.ready", Type::flag},
    FieldRule{"endpoints.conditions.serving", Type::flag},
    FieldRule{"endpoints.conditions.terminating", Type::flag},
    FieldRule{"endpoints.deprecatedTopology", Type::texts_by_name},
    FieldRule{"endpoints.hints", Type::object},
    FieldRule{"endpoints.hostname", Type::text},
    FieldRule{"endpoints.nodeName", Type::text},
    FieldRule{"endpoints.targetRef", Type::object},
    FieldRule{"endpoints.zone", Type::text},
    FieldRule{"ports", Type::structures},
    FieldRule{"ports.appProtocol", Type::text},
    FieldRule{"ports.name", Type::text},
    FieldRule{"ports.port", Type::number},
    FieldRule{"ports.protocol", Type::text},
};

}  // namespace

std::span<const FieldRule> field_rules_of(std::string_view resource) {
  if (resource == "deployments") return of_deployments;
  if (resource == "replicasets") return of_replica_sets;
  if (resource == "statefulsets") return of_stateful_sets;
  if (resource == "daemonsets") return of_daemon_sets;
  if (resource == "jobs") return of_jobs;
  if (resource == "cronjobs") return of_cron_jobs;
  if (resource == "services") return of_services;
  if (resource == "endpoints") return of_endpoints;
  if (resource == "endpointslices") return of_slices;
  if (resource == "poddisruptionbudgets") return of_budgets;
  if (resource == "leases") return of_leases;
  if (resource == "configmaps") return of_config_maps;
  if (resource == "secrets") return of_secrets;
  if (resource == "namespaces") return of_namespaces;
  if (resource == "controllerrevisions") return of_revisions;
  return {};
}

}  // namespace podreel::cluster
