// Which pods a workload's selector means, and whose they are.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/apiserver/object_store.hpp"

namespace podreel::controllers {

/// A metav1.LabelSelector and an object's labels.
[[nodiscard]] bool selects(const nlohmann::json& selector, const nlohmann::json& object);
[[nodiscard]] bool selects_nothing_in_particular(const nlohmann::json& selector);

/// Null: the object has no controller, or none that is there.
[[nodiscard]] const apiserver::ObjectId* controller_id(const apiserver::ObjectStore& objects,
                                                       const nlohmann::json& object);

/// metav1.NewControllerRef.
[[nodiscard]] nlohmann::json controller_reference(const nlohmann::json& owner);

}  // namespace podreel::controllers
