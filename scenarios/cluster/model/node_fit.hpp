// Filters of kube-scheduler for a single node.
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

/// Returns the names of the resources beside cpu and memory that containers request; sorted, without duplicates.
[[nodiscard]] std::vector<std::string> other_resources(const api::PodSpec& spec);

/// Returns the amount of a resource for pods, in the units of api::amount_in. A node that does not report a resource
/// has enough of it, except of hugepages and of extended resources such as nvidia.com/gpu: it has none of these. No
/// `allocatable`: the node reports no resource.
[[nodiscard]] std::int64_t amount_for_pods(const std::optional<api::ResourceList>& allocatable,
                                           const std::string& resource);

}  // namespace podreel::cluster
