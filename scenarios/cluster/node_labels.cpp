#include "scenarios/cluster/node_labels.hpp"

#include "scenarios/format/settings/node_settings.hpp"

namespace podreel::cluster {

api::Labels labels_of_node(const kubelet::NodeDescription& node) {
  return node.labels.value_or(format::every_nodes_labels(node.name));
}

}  // namespace podreel::cluster
