#include "engine/kubelet/admission.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/amount.hpp"
#include "engine/decide/pod_resources.hpp"

namespace podreel::kubelet {

namespace {

std::int64_t amount(const std::string& resource, std::string_view quantity) {
  return resource == "cpu" ? api::milli_value(quantity) : api::whole_value(quantity);
}

std::int64_t amount_in(const api::ResourceList& list, const std::string& resource) {
  const auto found = list.find(resource);
  return found == list.end() ? 0 : amount(resource, found->second);
}

Rejection out_of(const std::string& resource, std::int64_t wanted, std::int64_t used, std::int64_t capacity) {
  return {"OutOf" + resource, fmt::format("Node didn't have enough resource: {}, requested: {}, used: {}, capacity: {}",
                                          resource, wanted, used, capacity)};
}

/// cpu, memory and ephemeral-storage first, then the others by name.
std::vector<std::string> checked_resources(const api::ResourceList& allocatable) {
  std::vector<std::string> resources{"cpu", "memory", "ephemeral-storage"};
  for (const auto& [resource, quantity] : allocatable) {
    const bool is_known = resource == "pods" || std::ranges::find(resources, resource) != resources.end();
    if (!is_known) resources.push_back(resource);
  }
  return resources;
}

std::optional<Rejection> insufficient(const api::Pod& pod, const std::vector<api::PodPtr>& active,
                                      const api::ResourceList& allocatable, const release::Behaviour& behaviour) {
  const auto count = static_cast<std::int64_t>(active.size());
  if (allocatable.contains("pods") && count >= amount_in(allocatable, "pods")) {
    return out_of("pods", 1, count, amount_in(allocatable, "pods"));
  }
  for (const std::string& resource : checked_resources(allocatable)) {
    const std::int64_t wanted = requested(*pod.spec, resource, behaviour);
    if (wanted == 0 || !allocatable.contains(resource)) continue;
    std::int64_t used = 0;
    for (const api::PodPtr& other : active) used += requested(*other->spec, resource, behaviour);
    const std::int64_t capacity = amount_in(allocatable, resource);
    if (wanted > capacity - used) return out_of(resource, wanted, used, capacity);
  }
  return std::nullopt;
}

bool selects(const api::PodSpec& spec, const NodeDescription& node) {
  return !node.labels || std::ranges::all_of(spec.node_selector.get(), [&](const auto& wanted) {
    const auto found = node.labels->find(wanted.first);
    return found != node.labels->end() && found->second == wanted.second;
  });
}

}  // namespace

std::int64_t requested(const api::PodSpec& spec, const std::string& resource, const release::Behaviour& behaviour) {
  return decide::pod_request(spec, resource, behaviour);
}

std::optional<Rejection> why_rejected(const api::Pod& pod, const std::vector<api::PodPtr>& active,
                                      const NodeDescription& node, const release::Behaviour& behaviour) {
  if (pod.is_static()) return std::nullopt;
  if (node.allocatable) {
    if (auto rejection = insufficient(pod, active, *node.allocatable, behaviour)) return rejection;
  }
  if (selects(*pod.spec, node)) return std::nullopt;
  const std::string predicate =
      behaviour.node_selector_predicate_is_node_affinity ? "NodeAffinity" : "MatchNodeSelector";
  return Rejection{predicate, fmt::format("Predicate {} failed{}", predicate,
                                          behaviour.node_affinity_rejection_explained
                                              ? ": node(s) didn't match Pod's node affinity/selector"
                                              : "")};
}

}  // namespace podreel::kubelet
