// Selectors of workloads, and controllers of objects.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/apiserver/object_store.hpp"

namespace podreel::cluster {

/// Whether a metav1.LabelSelector matches an object's labels.
[[nodiscard]] bool selects(const nlohmann::json& selector, const nlohmann::json& object);
[[nodiscard]] bool has_empty_selector(const nlohmann::json& selector);

/// Returns null if the object has no controller, or one that does not exist.
[[nodiscard]] const apiserver::ObjectId* controller_id(const apiserver::ObjectStore& objects,
                                                       const nlohmann::json& object);

/// Returns metav1.NewControllerRef.
[[nodiscard]] nlohmann::json controller_reference(const nlohmann::json& owner);

}  // namespace podreel::cluster
