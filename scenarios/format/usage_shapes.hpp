// Formats of resource usage on the node.
#pragma once

#include <cstdint>

#include "runtime_fake/script.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// Accepts [{from: 0s, is: 100Mi}, {from: 30s, is: 2Gi}], since the start of a container or of the scenario.
[[nodiscard]] Shape<runtime_fake::UsageCurve> bytes_over_time();
/// Accepts a constant amount, too.
[[nodiscard]] Shape<runtime_fake::UsageCurve> bytes_in_use();
[[nodiscard]] Shape<runtime_fake::UsageCurve> count_in_use();

[[nodiscard]] Shape<runtime_fake::NodeUsageScript> node_usage_shape();

/// Warns of usage by containers that no resource of the node measures. `runtime` is the place of the script.
void warn_of_unmeasured_usage(const api::Tree& node, const Place& runtime, const runtime_fake::RuntimeScript& script);

}  // namespace podreel::format
