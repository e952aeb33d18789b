// Creates pods from the templates of workloads.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/cluster/cluster_api.hpp"

namespace podreel::cluster {

/// Returns the name of a pod template in workload controllers of that release: the hash of its Go value in letters
/// (pkg/controller/controller_utils.go, ComputeHash). `collisions` is status.collisionCount.
[[nodiscard]] std::string template_hash(const nlohmann::json& pod_template, std::int64_t collisions,
                                        release::Release release);

/// Returns a pod of the template that `owner` controls: in its namespace, without a name yet.
[[nodiscard]] nlohmann::json pod_from(const nlohmann::json& pod_template, const nlohmann::json& owner);

/// Creates a pod named after `name`, with five letters, and writes an event about the success or failure to its owner.
/// Returns whether it succeeded.
bool create_pod_of(ClusterApi& api, const nlohmann::json& owner, nlohmann::json pod, const std::string& name,
                   std::string_view component);

/// Whether the pod's controller counts it as active.
[[nodiscard]] bool is_active(const StoredObject& pod);
[[nodiscard]] bool is_ready(const StoredObject& pod);
/// Whether the pod has been ready for this long.
[[nodiscard]] bool is_available(const StoredObject& pod, sim::Duration min_ready, sim::Time now);

/// Returns the pods that the object controls, sorted by name.
[[nodiscard]] std::vector<const StoredObject*> pods_of(const ObjectStore& log, const nlohmann::json& owner);

/// Returns spec.NAME or status.NAME of an object that may lack it.
[[nodiscard]] std::int64_t count_in(const nlohmann::json& object, const char* part, const char* field,
                                    std::int64_t otherwise = 0);

/// Returns spec.NAME or status.NAME, a number of seconds, of an object that may lack it; at most a hundred years.
[[nodiscard]] sim::Duration seconds_in(const nlohmann::json& object, const char* part, const char* field);

/// Returns an intstr.IntOrString scaled by `total`.
[[nodiscard]] std::int64_t scaled(const nlohmann::json& int_or_percent, std::int64_t total, bool rounds_up);

}  // namespace podreel::cluster
