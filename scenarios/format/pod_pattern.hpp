// Checks partial pods of expectations against the types of the API.
#pragma once

#include <string>

#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::format {

/// Reports parts of `pattern` that no pod can match: unknown fields and phases, values of other types. Records the
/// names of containers as references to the pod ("namespace/name").
void check_pod_pattern(const api::Tree& pattern, const Place& place, const std::string& pod);

}  // namespace podreel::format
