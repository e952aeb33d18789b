// Which pods a workload's selector means, and whose they are.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace podreel::controllers {

/// A metav1.LabelSelector and an object's labels.
[[nodiscard]] bool selects(const nlohmann::json& selector, const nlohmann::json& object);
[[nodiscard]] bool selects_nothing_in_particular(const nlohmann::json& selector);

/// metav1.NewControllerRef.
[[nodiscard]] nlohmann::json controller_reference(const nlohmann::json& owner);

}  // namespace podreel::controllers
