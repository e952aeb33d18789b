// Objects of a cluster besides its pods.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"
#include "engine/upgrade/owners.hpp"

namespace podreel::upgrade {

/// status.nodeInfo.kubeletVersion.
struct InventoryNode {
  release::Release kubelet;
  /// As the node says it: "v1.30.4-eks-a737599".
  std::string version;
  /// When the node became Ready, if it is; a kubelet that starts is not Ready at first.
  std::optional<sim::Time> ready_since = std::nullopt;
};

class ClusterInventory {
 public:
  /// An object that is no pod. Appends a problem for a node whose kubelet is not simulated, and for one that is there
  /// again with another.
  void see(const manifests::SeenObject& seen, const std::string& file, std::vector<api::Problem>& problems);

  /// Null: there is no such node, or its kubelet is not simulated.
  [[nodiscard]] const InventoryNode* find(std::string_view node) const;
  [[nodiscard]] const std::map<std::string, InventoryNode, std::less<>>& nodes() const noexcept { return nodes_; }
  [[nodiscard]] const Owners& owners() const noexcept { return owners_; }
  /// Number of custom resources without pods, by kind and group: "Thing.example.com".
  [[nodiscard]] const std::map<std::string, std::size_t>& passed_over() const noexcept { return passed_over_; }

 private:
  void see_node(const manifests::SeenObject& seen, const std::string& file, std::vector<api::Problem>& problems);

  std::map<std::string, InventoryNode, std::less<>> nodes_;
  Owners owners_;
  std::map<std::string, std::size_t> passed_over_;
};

}  // namespace podreel::upgrade
