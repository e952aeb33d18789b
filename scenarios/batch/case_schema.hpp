// JSON Schema of the lines that podreel decide, sync, status and hash read.
#pragma once

#include <nlohmann/json.hpp>

namespace podreel::batch {

/// Returns the JSON Schema of one line. The readers check more than a schema can express: the types of the pod's
/// fields, quantities, names of containers, and that `step` is less than `steps`.
[[nodiscard]] nlohmann::ordered_json case_schema();

}  // namespace podreel::batch
