// Groups the nodes of a cluster.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/fleet/dump/dumped_node.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// Gathers nodes into pools of equal nodes, in the order of the first node of each.
class DumpNodes {
 public:
  void add(DumpedNode node);

  [[nodiscard]] bool are_none() const noexcept { return pools_.empty(); }
  /// The newest release of their kubelets, if they have several.
  [[nodiscard]] std::optional<release::Release> newest_of_several() const;
  /// The index of every node in the cluster, by its name.
  [[nodiscard]] std::map<std::string, std::uint32_t, std::less<>> places() const;
  [[nodiscard]] std::vector<NodePool> take() &&;

 private:
  struct Alike {
    NodePool pool;
    std::vector<std::string> names;
  };

  std::vector<Alike> pools_;
  /// By all properties of a node except its name, as text.
  std::map<std::string, std::size_t> known_;
};

}  // namespace podreel::fleet
