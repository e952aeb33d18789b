#include "scenarios/cluster/model/node_fit.hpp"

#include <algorithm>

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

}  // namespace podreel::cluster
