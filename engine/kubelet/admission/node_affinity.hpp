// Nodes that a pod requires (component-helpers, GetRequiredNodeAffinity).
#pragma once

#include <map>
#include <string>

#include "engine/api/pod.hpp"

namespace podreel::kubelet {

/// A node of this name and with these labels is one that the pod's node selector and required node affinity ask for.
[[nodiscard]] bool node_is_wanted(const api::PodSpec& spec, const std::map<std::string, std::string>& labels,
                                  const std::string& node_name);

}  // namespace podreel::kubelet
