#include "tests/support/kubectl_dump.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/manifests/generated_name.hpp"
#include "scenarios/fleet/placement.hpp"

namespace podreel::testing {

namespace {

using nlohmann::json;

json condition(const char* type) {
  return {{"type", type}, {"status", "True"}, {"lastTransitionTime", "2026-10-01T08:00:10Z"}};
}

/// What every object has.
json metadata(const std::string& name) {
  return {
      {"name", name},
      {"uid", "a3c1-" + name},
      {"resourceVersion", "4711"},
      {"creationTimestamp", "2026-10-01T08:00:00Z"},
      {"managedFields", json::array({{{"manager", "kubelet"}, {"operation", "Update"}, {"fieldsV1", {{"f:x", 1}}}}})}};
}

json owner_reference(const std::string& kind, const std::string& name) {
  return {{"apiVersion", "apps/v1"}, {"kind", kind}, {"name", name}, {"uid", "f00"}, {"controller", true}};
}

/// As the controller of DaemonSets binds them.
json bound_to(const std::string& node) {
  const json term{{"matchFields", json::array({{{"key", "metadata.name"}, {"operator", "In"}, {"values", {node}}}})}};
  return {{"nodeAffinity",
           {{"requiredDuringSchedulingIgnoredDuringExecution", {{"nodeSelectorTerms", json::array({term})}}}}}};
}

json running_status() {
  return {{"phase", "Running"},
          {"podIP", "10.1.2.3"},
          {"startTime", "2026-10-01T08:00:00Z"},
          {"conditions", json::array({condition("Initialized"), condition("Ready"), condition("PodScheduled")})}};
}

/// What its ReplicaSet, StatefulSet … is called.
std::string owner_of(const fleet::Workload& workload, const std::string& pod) {
  return workload.kind == "Deployment" ? pod.substr(0, pod.rfind('-')) : workload.name;
}

json printed_pod(const fleet::Workload& workload, std::uint32_t ordinal, const std::string& node) {
  const std::string name = fleet::pod_name(workload, ordinal);
  json pod = *workload.pod;
  json labels = pod["metadata"].value("labels", json::object());
  pod["metadata"] = metadata(name);
  pod["metadata"]["namespace"] = workload.namespace_name;
  pod["spec"]["nodeName"] = node;
  pod["status"] = running_status();
  if (workload.owner == fleet::Owner::none) return pod;
  const std::string owner = owner_of(workload, name);
  if (workload.kind == "Deployment") labels["pod-template-hash"] = owner.substr(owner.rfind('-') + 1);
  if (workload.owner == fleet::Owner::daemon_set) pod["spec"]["affinity"] = bound_to(node);
  pod["metadata"]["generateName"] = owner + "-";
  pod["metadata"]["ownerReferences"] =
      json::array({owner_reference(workload.kind == "Deployment" ? "ReplicaSet" : workload.kind, owner)});
  pod["metadata"]["labels"] = std::move(labels);
  return pod;
}

json amount(const cluster::IntOrPercent& value) {
  return value.is_percent ? json(fmt::format("{}%", value.value)) : json(value.value);
}

json printed_budget(const cluster::DisruptionBudget& budget) {
  json object{{"apiVersion", "policy/v1"}, {"kind", "PodDisruptionBudget"}, {"metadata", metadata(budget.name)}};
  object["metadata"]["namespace"] = budget.namespace_name;
  object["metadata"]["generation"] = 1;
  if (budget.selector) object["spec"]["selector"]["matchLabels"] = budget.selector->match_labels;
  if (budget.min_available) object["spec"]["minAvailable"] = amount(*budget.min_available);
  if (budget.max_unavailable) object["spec"]["maxUnavailable"] = amount(*budget.max_unavailable);
  object["status"] = {{"disruptionsAllowed", 1}, {"currentHealthy", 3}};
  return object;
}

}  // namespace

json dumped_node(const std::string& name, const std::string& kubelet_version) {
  json node{{"apiVersion", "v1"}, {"kind", "Node"}, {"metadata", metadata(name)}};
  node["metadata"]["labels"] = {
      {"kubernetes.io/arch", "amd64"}, {"kubernetes.io/hostname", name}, {"kubernetes.io/os", "linux"}};
  node["spec"] = {{"podCIDR", "10.1.2.0/24"}, {"providerID", "aws:///eu-1a/i-" + name}};
  node["status"] = {{"conditions", json::array({condition("Ready")})},
                    {"images", json::array({{{"names", {"web@sha256:00"}}, {"sizeBytes", 1000}}})},
                    {"nodeInfo", {{"kubeletVersion", kubelet_version}, {"osImage", "Linux"}}}};
  return node;
}

json dumped_pod(const std::string& name, const std::string& node, const std::string& owner_kind,
                const std::string& owner) {
  const std::string token = "kube-api-access-" + manifests::name_suffix(name);
  json pod{{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", metadata(name)}};
  pod["metadata"]["namespace"] = "shop";
  pod["metadata"]["annotations"] = {{"cni.projectcalico.org/podIP", "10.1.2.3/32"}};
  pod["metadata"]["labels"] = {{"app", "web"}};
  if (owner_kind == "ReplicaSet") pod["metadata"]["labels"]["pod-template-hash"] = owner.substr(owner.rfind('-') + 1);
  if (!owner_kind.empty()) pod["metadata"]["ownerReferences"] = json::array({owner_reference(owner_kind, owner)});
  const json mount{{"name", token}, {"mountPath", "/var/run/secrets/kubernetes.io/serviceaccount"}};
  pod["spec"] = {{"containers", json::array({{{"name", "app"}, {"image", "web:1"}, {"volumeMounts", {mount}}}})},
                 {"volumes", json::array({{{"name", token}, {"projected", {{"sources", json::array()}}}}})},
                 {"serviceAccountName", "default"}};
  if (!node.empty()) pod["spec"]["nodeName"] = node;
  if (owner_kind == "DaemonSet") pod["spec"]["affinity"] = bound_to(node);
  pod["status"] = running_status();
  return pod;
}

std::string printed_list(const std::vector<json>& items) {
  constexpr int kubectls_indent = 4;
  return json{{"apiVersion", "v1"}, {"items", items}, {"kind", "List"}, {"metadata", {{"resourceVersion", ""}}}}.dump(
             kubectls_indent) +
         "\n";
}

std::string dump_of(const fleet::Cluster& cluster) {
  std::vector<json> items;
  const fleet::Placement placement{cluster};
  for (std::uint32_t node = 0; node < fleet::node_count(cluster); ++node) {
    const fleet::NodePool& pool = *fleet::node_at(cluster, node).pool;
    items.push_back(dumped_node(fleet::node_name(cluster, node), "v" + release::to_string(pool.kubelet.version)));
    if (pool.allocatable) items.back()["status"]["allocatable"] = *pool.allocatable;
  }
  for (std::uint32_t workload = 0; workload < cluster.workloads.size(); ++workload) {
    for (std::uint32_t node = 0; node < fleet::node_count(cluster); ++node) {
      for (const fleet::Replica& replica : placement.pods_of(node)) {
        if (replica.workload != workload) continue;
        items.push_back(printed_pod(cluster.workloads[workload], replica.ordinal, fleet::node_name(cluster, node)));
      }
    }
  }
  for (const cluster::DisruptionBudget& budget : cluster.budgets) items.push_back(printed_budget(budget));
  return printed_list(items);
}

}  // namespace podreel::testing
