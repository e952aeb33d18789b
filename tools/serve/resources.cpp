#include "tools/serve/resources.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace podreel::serve {

namespace {

constexpr std::string_view read_only = "get list watch";
constexpr std::string_view everything = "create delete get list patch update watch";

constexpr std::array of_pods{Subresource{"attach", "PodAttachOptions", "", "create get"},
                             Subresource{"binding", "Binding", "", "create"},
                             Subresource{"ephemeralcontainers", "Pod", "", "get patch update"},
                             Subresource{"eviction", "Eviction", "policy/v1", "create"},
                             Subresource{"exec", "PodExecOptions", "", "create get"},
                             Subresource{"log", "Pod", "", "get"},
                             Subresource{"portforward", "PodPortForwardOptions", "", "create get"},
                             Subresource{"proxy", "PodProxyOptions", "", "create delete get patch update"},
                             Subresource{"resize", "Pod", "", "get patch update"},
                             Subresource{"status", "Pod", "", "get patch update"}};
constexpr std::array of_scaled{Subresource{"scale", "Scale", "autoscaling/v1", "get patch update"},
                               Subresource{"status", "", "", "get"}};
constexpr std::array of_others{Subresource{"status", "", "", "get"}};

constexpr std::array all{
    Resource{"configmaps", "ConfigMap", "configmap", "", "v1", true, "cm", false, everything},
    Resource{"endpoints", "Endpoints", "endpoints", "", "v1", true, "ep", false, everything},
    Resource{"events", "Event", "event", "", "v1", true, "ev", false, read_only},
    Resource{"namespaces", "Namespace", "namespace", "", "v1", false, "ns", false, everything},
    Resource{"nodes", "Node", "node", "", "v1", false, "no", false, "get list patch update watch", of_others},
    Resource{"pods", "Pod", "pod", "", "v1", true, "po", true, everything, of_pods},
    Resource{"secrets", "Secret", "secret", "", "v1", true, "", false, everything},
    Resource{"services", "Service", "service", "", "v1", true, "svc", true, everything, of_others},
    Resource{"controllerrevisions", "ControllerRevision", "controllerrevision", "apps", "v1", true, "", false,
             "delete get list watch"},
    Resource{"daemonsets", "DaemonSet", "daemonset", "apps", "v1", true, "ds", true, everything, of_others},
    Resource{"deployments", "Deployment", "deployment", "apps", "v1", true, "deploy", true, everything, of_scaled},
    Resource{"replicasets", "ReplicaSet", "replicaset", "apps", "v1", true, "rs", true, everything, of_scaled},
    Resource{"statefulsets", "StatefulSet", "statefulset", "apps", "v1", true, "sts", true, everything, of_scaled},
    Resource{"selfsubjectreviews", "SelfSubjectReview", "selfsubjectreview", "authentication.k8s.io", "v1", false, "",
             false, "create"},
    Resource{"selfsubjectaccessreviews", "SelfSubjectAccessReview", "selfsubjectaccessreview", "authorization.k8s.io",
             "v1", false, "", false, "create"},
    Resource{"selfsubjectrulesreviews", "SelfSubjectRulesReview", "selfsubjectrulesreview", "authorization.k8s.io",
             "v1", false, "", false, "create"},
    Resource{"cronjobs", "CronJob", "cronjob", "batch", "v1", true, "cj", true, everything, of_others},
    Resource{"jobs", "Job", "job", "batch", "v1", true, "", true, everything, of_others},
    Resource{"leases", "Lease", "lease", "coordination.k8s.io", "v1", true, "", false, everything},
    Resource{"endpointslices", "EndpointSlice", "endpointslice", "discovery.k8s.io", "v1", true, "", false, everything},
    Resource{"poddisruptionbudgets", "PodDisruptionBudget", "poddisruptionbudget", "policy", "v1", true, "pdb", false,
             everything, of_others},
};

constexpr Resource of_kubelets(std::string_view name, std::string_view kind, std::string_view singular,
                               std::string_view group, std::string_view version, bool is_namespaced,
                               std::string_view verbs) {
  return {name, kind, singular, group, version, is_namespaced, "", false, verbs, {}, true};
}

// Additional resources that kubelets request; old kubelets use older versions. Resources that they only read are empty.
constexpr std::array kubelets{
    of_kubelets("serviceaccounts", "ServiceAccount", "serviceaccount", "", "v1", true, read_only),
    of_kubelets("persistentvolumeclaims", "PersistentVolumeClaim", "persistentvolumeclaim", "", "v1", true, read_only),
    of_kubelets("persistentvolumes", "PersistentVolume", "persistentvolume", "", "v1", false, read_only),
    of_kubelets("csinodes", "CSINode", "csinode", "storage.k8s.io", "v1", false, everything),
    of_kubelets("csinodes", "CSINode", "csinode", "storage.k8s.io", "v1beta1", false, everything),
    of_kubelets("csidrivers", "CSIDriver", "csidriver", "storage.k8s.io", "v1", false, read_only),
    of_kubelets("csidrivers", "CSIDriver", "csidriver", "storage.k8s.io", "v1beta1", false, read_only),
    of_kubelets("volumeattachments", "VolumeAttachment", "volumeattachment", "storage.k8s.io", "v1", false, read_only),
    of_kubelets("runtimeclasses", "RuntimeClass", "runtimeclass", "node.k8s.io", "v1", false, read_only),
    of_kubelets("runtimeclasses", "RuntimeClass", "runtimeclass", "node.k8s.io", "v1beta1", false, read_only),
    of_kubelets("leases", "Lease", "lease", "coordination.k8s.io", "v1beta1", true, everything),
};

}  // namespace

std::string Resource::group_version() const {
  return group.empty() ? std::string{version} : fmt::format("{}/{}", group, version);
}

std::string Resource::qualified() const {
  return group.empty() ? std::string{name} : fmt::format("{}.{}", name, group);
}

const Subresource* Resource::subresource(std::string_view wanted) const {
  const auto found = std::ranges::find(subresources, wanted, &Subresource::name);
  return found == subresources.end() ? nullptr : &*found;
}

std::span<const Resource> resources() {
  return all;
}

const Resource* find_resource(std::string_view group, std::string_view version, std::string_view name) {
  const auto is_it = [&](const Resource& resource) {
    return resource.group == group && resource.version == version && resource.name == name;
  };
  if (const auto found = std::ranges::find_if(all, is_it); found != all.end()) return &*found;
  const auto found = std::ranges::find_if(kubelets, is_it);
  return found == kubelets.end() ? nullptr : &*found;
}

const Resource& resource_named(std::string_view name) {
  const auto found = std::ranges::find(all, name, &Resource::name);
  return found != all.end() ? *found : *std::ranges::find(kubelets, name, &Resource::name);
}

Kind kind_of(const Resource& resource) {
  return {std::string{resource.kind}, std::string{resource.group}};
}

bool has_verb(std::string_view verbs, std::string_view verb) {
  for (std::size_t at = verbs.find(verb); at != std::string_view::npos; at = verbs.find(verb, at + 1)) {
    const std::size_t end = at + verb.size();
    if ((at == 0 || verbs[at - 1] == ' ') && (end == verbs.size() || verbs[end] == ' ')) return true;
  }
  return false;
}

}  // namespace podreel::serve
