// Labels of the cluster's node.
#pragma once

#include "engine/api/label_selector.hpp"
#include "engine/kubelet/admission.hpp"

namespace podreel::cluster {

/// Returns the labels that the Node object shows: those of the description, or, if it says nothing about them, those of
/// every node.
[[nodiscard]] api::Labels labels_of_node(const kubelet::NodeDescription& node);

}  // namespace podreel::cluster
