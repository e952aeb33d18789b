// Labels of objects in JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/api/label_selector.hpp"

namespace podreel::api {

/// Returns the texts in metadata.labels; empty if there are none.
[[nodiscard]] Labels labels_of(const nlohmann::json& object);

}  // namespace podreel::api
