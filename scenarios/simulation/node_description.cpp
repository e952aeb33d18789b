#include "scenarios/simulation/node_description.hpp"

namespace podreel::simulation {

kubelet::NodeDescription description_of(const language::NodeSettings& node) {
  kubelet::NodeDescription description{node.name, node.allocatable, node.labels, node.taints, node.app_armor};
  if (description.labels) description.labels->merge(language::every_nodes_labels(node.name));
  return description;
}

}  // namespace podreel::simulation
