// The node in the API, and changes by users.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/kubelet/admission.hpp"
#include "scenarios/cluster/cluster_api.hpp"
#include "scenarios/cluster/reconciler.hpp"
#include "scenarios/simulation/node.hpp"
#include "scenarios/simulation/taint_evictions.hpp"

namespace podreel::cluster {

/// Returns a v1.NodeCondition, as the kubelet writes it.
[[nodiscard]] nlohmann::json condition_json(const apiserver::NodeCondition& condition);

/// Returns a v1.Taint.
[[nodiscard]] nlohmann::json taint_json(const kubelet::Taint& taint);
/// Returns the taints of a v1.NodeSpec.
[[nodiscard]] std::vector<kubelet::Taint> taints_of(const nlohmann::json& spec);

/// Maintains the v1.Node: the kubelet's description and status of its node, and the annotations and the cordon, which
/// only the API has. Taints a cordoned node (pkg/controller/nodelifecycle), and evicts pods whose tolerations of taints
/// by users expire.
class ClusterNode {
 public:
  /// Both must outlive it.
  ClusterNode(ClusterApi& api, simulation::Node& node);
  ~ClusterNode() = default;
  ClusterNode(const ClusterNode&) = delete;
  ClusterNode& operator=(const ClusterNode&) = delete;

  /// Updates the API's object.
  void refresh();
  /// Takes labels, annotations, taints and the cordon from a valid v1.Node.
  void update(const nlohmann::json& object);

  [[nodiscard]] const kubelet::NodeDescription& description() const { return node_.description(); }
  [[nodiscard]] bool is_unschedulable() const noexcept { return is_unschedulable_; }

 private:
  void on_object_change(const ObjectChange& change);
  void follow_cordon();
  void follow_taints();
  [[nodiscard]] nlohmann::json metadata() const;
  [[nodiscard]] nlohmann::json spec() const;
  [[nodiscard]] nlohmann::json status() const;
  [[nodiscard]] nlohmann::json node_info() const;

  ClusterApi& api_;
  simulation::Node& node_;
  release::Behaviour behaviour_;
  simulation::TaintEvictions evictions_;
  Reconciler cordons_;
  std::map<std::string, std::string> annotations_;
  bool is_unschedulable_ = false;
};

/// Returns the errors of a v1.Node that a user changes: "spec.taints[0].effect: Unsupported value …".
[[nodiscard]] std::vector<std::string> broken_node_rules(const nlohmann::json& object);

}  // namespace podreel::cluster
