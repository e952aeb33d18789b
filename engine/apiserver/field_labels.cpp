#include "engine/apiserver/field_labels.hpp"

#include <array>

#include "engine/release/behaviour/syncing.hpp"

namespace podreel::apiserver {

namespace {

using std::string_view;

constexpr std::array common{string_view{"metadata.name"}, string_view{"metadata.namespace"}};
constexpr std::array of_pods{string_view{"metadata.name"},
                             string_view{"metadata.namespace"},
                             string_view{"spec.nodeName"},
                             string_view{"spec.restartPolicy"},
                             string_view{"spec.schedulerName"},
                             string_view{"spec.serviceAccountName"},
                             string_view{"spec.hostNetwork"},
                             string_view{"status.phase"},
                             string_view{"status.podIP"},
                             string_view{"status.podIPs"},
                             string_view{"status.nominatedNodeName"}};
constexpr std::array of_nodes{string_view{"metadata.name"}, string_view{"spec.unschedulable"}};
constexpr std::array of_namespaces{string_view{"metadata.name"}, string_view{"status.phase"}};
constexpr std::array of_services{string_view{"metadata.name"}, string_view{"metadata.namespace"},
                                 string_view{"spec.clusterIP"}, string_view{"spec.type"}};
constexpr std::array of_secrets{string_view{"metadata.name"}, string_view{"metadata.namespace"}, string_view{"type"}};
constexpr std::array of_events{string_view{"metadata.name"},
                               string_view{"metadata.namespace"},
                               string_view{"involvedObject.kind"},
                               string_view{"involvedObject.namespace"},
                               string_view{"involvedObject.name"},
                               string_view{"involvedObject.uid"},
                               string_view{"involvedObject.apiVersion"},
                               string_view{"involvedObject.resourceVersion"},
                               string_view{"involvedObject.fieldPath"},
                               string_view{"reason"},
                               string_view{"reportingComponent"},
                               string_view{"source"},
                               string_view{"type"}};
constexpr std::array of_replica_sets{string_view{"metadata.name"}, string_view{"metadata.namespace"},
                                     string_view{"status.replicas"}};
constexpr std::array of_jobs{string_view{"metadata.name"}, string_view{"metadata.namespace"},
                             string_view{"status.successful"}};

}  // namespace

std::span<const string_view> field_labels_of(string_view resource) {
  if (resource == "pods") return of_pods;
  if (resource == "nodes") return of_nodes;
  if (resource == "namespaces") return of_namespaces;
  if (resource == "services") return of_services;
  if (resource == "secrets") return of_secrets;
  if (resource == "events") return of_events;
  if (resource == "replicasets") return of_replica_sets;
  if (resource == "jobs") return of_jobs;
  return common;
}

std::span<const string_view> field_labels_of(string_view resource, const release::Behaviour& behaviour) {
  if (resource == "services" && !behaviour.has(release::services_have_field_labels)) return common;
  return field_labels_of(resource);
}

}  // namespace podreel::apiserver
