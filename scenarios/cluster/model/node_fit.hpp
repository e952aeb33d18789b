// Whether a node may have a pod, room aside: the filters of kube-scheduler that look at one node only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/label_selector.hpp"
#include "engine/api/pod.hpp"
#include "engine/kubelet/admission/taints.hpp"

namespace podreel::cluster {

/// The taint of a cordoned node (pkg/controller/nodelifecycle).
[[nodiscard]] const kubelet::Taint& cordon_taint();

/// A node as the filters see it.
struct CandidateNode {
  const std::string& name;
  const std::vector<kubelet::Taint>& taints;
  /// Null: every node selector and node affinity fits.
  const api::Labels* labels = nullptr;
  bool is_cordoned = false;
};

struct NodeMisfit {
  enum class Kind : std::uint8_t { cordoned, untolerated_taint, affinity };
  Kind kind = Kind::cordoned;
  /// Of the node; null unless it is the reason.
  const kubelet::Taint* taint = nullptr;
};

/// The first filter that the pod fails, in kube-scheduler's order: NodeUnschedulable, TaintToleration, NodeAffinity.
[[nodiscard]] std::optional<NodeMisfit> find_misfit(const api::PodSpec& spec, const CandidateNode& node);

}  // namespace podreel::cluster
