// Filters of kube-scheduler for a single node, except resources.
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

/// A node in the filters.
struct CandidateNode {
  const std::string& name;
  const std::vector<kubelet::Taint>& taints;
  /// Null: every node selector and node affinity matches.
  const api::Labels* labels = nullptr;
  bool is_cordoned = false;
};

struct NodeMisfit {
  enum class Kind : std::uint8_t { cordoned, untolerated_taint, affinity };
  Kind kind = Kind::cordoned;
  /// Taint of the node; null unless it is the reason.
  const kubelet::Taint* taint = nullptr;
};

/// Returns the first filter that the pod fails, in kube-scheduler's order: NodeUnschedulable, TaintToleration,
/// NodeAffinity.
[[nodiscard]] std::optional<NodeMisfit> find_misfit(const api::PodSpec& spec, const CandidateNode& node);

}  // namespace podreel::cluster
