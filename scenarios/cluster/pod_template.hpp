// Pods from the templates of workloads.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/cluster/cluster_api.hpp"

namespace podreel::controllers {

/// What is in a pod template, as workload controllers of that release name it: the hash of their Go value in letters
/// (pkg/controller/controller_utils.go, ComputeHash). `collisions`: of status.collisionCount.
[[nodiscard]] std::string template_hash(const nlohmann::json& pod_template, std::int64_t collisions,
                                        release::Release release);

/// A pod of the template, which `owner` controls: in its namespace, without a name yet.
[[nodiscard]] nlohmann::json pod_from(const nlohmann::json& pod_template, const nlohmann::json& owner);

/// Creates a pod named after `name`, with five letters, and tells of it in an event about its owner, and if it cannot
/// be. Returns whether it could.
bool create_pod_of(ClusterApi& api, const nlohmann::json& owner, nlohmann::json pod, const std::string& name,
                   std::string_view component);

/// Where the pod is, as its controller counts it.
[[nodiscard]] bool is_active(const StoredObject& pod);
[[nodiscard]] bool is_ready(const StoredObject& pod);
/// Ready for so many seconds.
[[nodiscard]] bool is_available(const StoredObject& pod, std::int64_t min_ready_seconds, sim::Time now);

/// Pods that the object controls, in the order of their names.
[[nodiscard]] std::vector<const StoredObject*> pods_of(const ObjectStore& log, const nlohmann::json& owner);

/// spec.NAME, or status.NAME, of an object that may lack it.
[[nodiscard]] std::int64_t count_in(const nlohmann::json& object, const char* part, const char* field,
                                    std::int64_t otherwise = 0);

/// An intstr.IntOrString of so many.
[[nodiscard]] std::int64_t scaled(const nlohmann::json& int_or_percent, std::int64_t total, bool rounds_up);

}  // namespace podreel::controllers
