// What kubectl prints of clusters.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/fleet/fleet.hpp"

namespace podreel::testing {

/// With all that a node has beside what matters: managedFields, uid, conditions, images ….
[[nodiscard]] nlohmann::json dumped_node(const std::string& name, const std::string& kubelet_version);

/// A pod of one container that runs and is Ready, with what admission and the kubelet add. `owner_kind` empty: nobody
/// keeps it; a ReplicaSet's name ends in the label pod-template-hash.
[[nodiscard]] nlohmann::json dumped_pod(const std::string& name, const std::string& node,
                                        const std::string& owner_kind = "", const std::string& owner = "");

/// `kubectl get … -o json`.
[[nodiscard]] std::string printed_list(const std::vector<nlohmann::json>& items);

/// The cluster's nodes, pods and budgets, as they would be printed when a plan begins.
[[nodiscard]] std::string dump_of(const fleet::Cluster& cluster);

}  // namespace podreel::testing
