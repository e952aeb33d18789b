// The nodes of a cluster by what they have in common.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/fleet/dump/dumped_node.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// Gathers nodes into pools of nodes alike, in the order in which the first of each is found.
class FoundNodes {
 public:
  void add(DumpedNode node);

  [[nodiscard]] bool are_none() const noexcept { return pools_.empty(); }
  /// The newest of their kubelets, where they have several releases.
  [[nodiscard]] std::optional<release::Release> newest_of_several() const;
  /// The place of every node in the cluster, by its name.
  [[nodiscard]] std::map<std::string, std::uint32_t, std::less<>> places() const;
  [[nodiscard]] std::vector<NodePool> take() &&;

 private:
  struct Alike {
    NodePool pool;
    std::vector<std::string> names;
  };

  std::vector<Alike> pools_;
  /// By all that a node has but its name, as text.
  std::map<std::string, std::size_t> known_;
};

}  // namespace podreel::fleet
