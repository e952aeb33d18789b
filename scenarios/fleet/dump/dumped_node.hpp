// Reads a node from the output of kubectl.
#pragma once

#include <optional>
#include <string>

#include "engine/api/document.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::fleet {

struct DumpedNode {
  std::string name;
  /// A pool of this node alone, without a name. Labels exclude those of every node; taints exclude those of its current
  /// state (node.kubernetes.io/…).
  NodePool like;
  bool is_ready = true;
  /// "v1.28.5-gke.100" for a vendor's build; empty for an upstream release.
  std::string vendor_version;
  /// The node's version, if it is a patch release that podreel does not know, so that the newest known one
  /// replaces it; otherwise empty.
  std::string stands_in_for;
};

/// Returns no value, with problems, unless `node` is a v1.Node with a name and a simulated kubelet release.
[[nodiscard]] std::optional<DumpedNode> dumped_node(const api::Tree& node, const format::Place& place);

}  // namespace podreel::fleet
