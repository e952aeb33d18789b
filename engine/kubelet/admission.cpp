#include "engine/kubelet/admission.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "engine/api/json_member.hpp"
#include "engine/api/resource_amounts.hpp"
#include "engine/kubelet/admission/host_ports.hpp"
#include "engine/kubelet/admission/node_affinity.hpp"
#include "engine/kubelet/admission/resources.hpp"
#include "engine/release/behaviour/looping.hpp"

namespace podreel::kubelet {

namespace {

std::vector<InsufficientResource> insufficient(const api::Pod& pod, const NodeUse& use, const NodeDescription& node,
                                               decide::PodRequests& requests) {
  std::vector<InsufficientResource> result;
  if (!node.allocatable) return result;
  const api::ResourceList& allocatable = *node.allocatable;
  if (allocatable.contains("pods") && use.pods >= api::amount_in(allocatable, "pods")) {
    result.push_back({"pods", 1, use.pods, api::amount_in(allocatable, "pods")});
  }
  const std::vector<std::string> resources = checked_resources(node);
  requests.request_resize(resources);
  const std::vector<std::int64_t>& wanted = requests.of(pod.spec);
  for (std::size_t index = 0; index < resources.size(); ++index) {
    const std::string& resource = resources[index];
    if (wanted[index] == 0 || !allocatable.contains(resource)) continue;
    const std::int64_t capacity = api::amount_in(allocatable, resource);
    const std::int64_t used = use.requested[index];
    if (wanted[index] > capacity - used) result.push_back({resource, wanted[index], used, capacity});
  }
  return result;
}

/// The node's own system; podreel's nodes have no other.
constexpr std::string_view node_os = "linux";

std::optional<Rejection> wrong_system(const api::Pod& pod, const release::Behaviour& behaviour) {
  if (!behaviour.has(release::pod_os_is_admission)) return std::nullopt;
  const auto label = pod.metadata.labels.find("kubernetes.io/os");
  if (label != pod.metadata.labels.end() && label->second != node_os) {
    return Rejection{"PodOSSelectorNodeLabelDoesNotMatch",
                     "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label"};
  }
  const nlohmann::json* os = api::find_member(pod.spec->stored.get(), "os");
  if (os != nullptr && api::string_member(*os, "name") != node_os) {
    return Rejection{"PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"};
  }
  return std::nullopt;
}

Rejection failed_predicate(std::string name, std::string_view explanation, const release::Behaviour& behaviour) {
  std::string message = fmt::format("Predicate {} failed", name);
  if (behaviour.has(release::predicate_failures_explained)) message += fmt::format(": {}", explanation);
  return {std::move(name), std::move(message)};
}

/// The first predicate that does not hold, whatever the resources.
std::optional<Rejection> first_failure(const api::Pod& pod, const ListActivePods& active, const NodeDescription& node,
                                       const release::Behaviour& behaviour) {
  const bool has_new_names = behaviour.has(release::predicates_are_scheduler_plugins);
  if (node.labels && !node_is_wanted(*pod.spec, *node.labels, node.name)) {
    return failed_predicate(has_new_names ? "NodeAffinity" : "MatchNodeSelector",
                            "node(s) didn't match Pod's node affinity/selector", behaviour);
  }
  if (has_host_ports(*pod.spec, behaviour) && !host_ports_are_free(*pod.spec, active(), behaviour)) {
    return failed_predicate(has_new_names ? "NodePorts" : "PodFitsHostPorts",
                            "node(s) didn't have free ports for the requested pod ports", behaviour);
  }
  if (behaviour.has(release::taints_are_admission) && !pod.is_static() &&
      !tolerates_execution(*pod.spec, node.taints)) {
    return failed_predicate("TaintToleration", "node(s) had taints that the pod didn't tolerate", behaviour);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> checked_resources(const NodeDescription& node) {
  if (!node.allocatable) return {};
  std::vector<std::string> resources{"cpu", "memory", "ephemeral-storage"};
  for (const auto& [resource, quantity] : *node.allocatable) {
    const bool is_known = resource == "pods" || std::ranges::find(resources, resource) != resources.end();
    if (!is_known) resources.push_back(resource);
  }
  return resources;
}

NodeUse use_of(const std::vector<api::SpecPtr>& pods, const NodeDescription& node, decide::PodRequests& requests) {
  const std::vector<std::string> resources = checked_resources(node);
  requests.request_resize(resources);
  NodeUse use{static_cast<std::int64_t>(pods.size()), std::vector<std::int64_t>(resources.size())};
  for (const api::SpecPtr& spec : pods) {
    std::ranges::transform(use.requested, requests.of(spec), use.requested.begin(), std::plus<>{});
  }
  return use;
}

Rejection InsufficientResource::rejection() const {
  return {"OutOf" + resource, fmt::format("Node didn't have enough resource: {}, requested: {}, used: {}, capacity: {}",
                                          resource, requested, used, capacity)};
}

std::optional<Rejection> AdmissionFailures::rejection() const {
  if (!resources.empty()) return resources.front().rejection();
  return other;
}

AdmissionFailures judge_admission(const api::Pod& pod, const std::vector<api::PodPtr>& active,
                                  const NodeDescription& node, const release::Behaviour& behaviour) {
  decide::PodRequests requests{behaviour};
  std::vector<api::SpecPtr> counted;
  for (const api::PodPtr& other : active) counted.push_back(other->spec);
  return judge_admission(
      pod, use_of(counted, node, requests), [&active] { return active; }, node, behaviour, requests);
}

AdmissionFailures judge_admission(const api::Pod& pod, const NodeUse& use, const ListActivePods& active,
                                  const NodeDescription& node, const release::Behaviour& behaviour,
                                  decide::PodRequests& requests) {
  AdmissionFailures failures;
  failures.other = wrong_system(pod, behaviour);
  if (failures.other) return failures;
  failures.resources = insufficient(pod, use, node, requests);
  failures.other = first_failure(pod, active, node, behaviour);
  return failures;
}

}  // namespace podreel::kubelet
