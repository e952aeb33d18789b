#include "scenarios/cluster/model/node_fit.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "engine/api/resource_amounts.hpp"
#include "engine/kubelet/admission/node_affinity.hpp"

namespace podreel::cluster {

const kubelet::Taint& cordon_taint() {
  static const kubelet::Taint taint{.key = "node.kubernetes.io/unschedulable", .value = {}, .effect = "NoSchedule"};
  return taint;
}

std::optional<NodeMisfit> find_misfit(const api::PodSpec& spec, const CandidateNode& node) {
  if (node.is_cordoned && !kubelet::tolerates_scheduling(spec, {cordon_taint()})) {
    return NodeMisfit{NodeMisfit::Kind::cordoned};
  }
  if (!kubelet::tolerates_scheduling(spec, node.taints)) {
    const auto taint = std::ranges::find_if(
        node.taints, [&spec](const kubelet::Taint& each) { return !kubelet::tolerates_scheduling(spec, {each}); });
    return NodeMisfit{NodeMisfit::Kind::untolerated_taint, &*taint};
  }
  if (node.labels != nullptr && !kubelet::node_is_wanted(spec, *node.labels, node.name)) {
    return NodeMisfit{NodeMisfit::Kind::affinity};
  }
  return std::nullopt;
}

std::vector<std::string> other_resources(const api::PodSpec& spec) {
  std::set<std::string> names;
  for (const auto* list : {&spec.init_containers, &spec.containers}) {
    for (const api::Container& container : *list) {
      for (const auto& [name, amount] : container.requests) {
        if (name != "cpu" && name != "memory") names.emplace(name);
      }
    }
  }
  return {names.begin(), names.end()};
}

std::int64_t amount_for_pods(const std::optional<api::ResourceList>& allocatable, const std::string& resource) {
  if (allocatable && allocatable->contains(resource)) return api::amount_in(*allocatable, resource);
  const bool has_none = resource.find('/') != std::string::npos || resource.starts_with("hugepages-");
  return has_none ? 0 : std::numeric_limits<std::int64_t>::max();
}

}  // namespace podreel::cluster
