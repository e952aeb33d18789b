// A node as kubectl prints it.
#pragma once

#include <optional>
#include <string>

#include "engine/api/document.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::fleet {

struct DumpedNode {
  std::string name;
  /// A pool of this node alone, without a name. Labels are those beside every node's; taints those that nobody sets
  /// because of how the node is at the time (node.kubernetes.io/…).
  NodePool like;
  bool is_ready = true;
  /// "v1.28.5-gke.100" where that is no release of upstream's, but a vendor's build of one.
  std::string vendor_version;
};

/// Nothing, and problems, if `node` is no v1.Node with a name and a kubelet that podreel simulates.
[[nodiscard]] std::optional<DumpedNode> dumped_node(const api::Tree& node, const language::Place& place);

}  // namespace podreel::fleet
