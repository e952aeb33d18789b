// Formats of eviction thresholds.
#pragma once

#include "engine/kubelet/eviction/eviction_configuration.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// Accepts {memory.available: 100Mi, nodefs.available: "10%"}; `name` is that of its definition.
[[nodiscard]] Shape<kubelet::BySignal<kubelet::ThresholdValue>> thresholds_shape(std::string_view name,
                                                                                 std::string_view description);
/// Accepts {memory.available: 90s}.
[[nodiscard]] Shape<kubelet::BySignal<sim::Duration>> grace_periods_shape();

/// Reports thresholds with which no kubelet starts, or that contradict each other, at evictionSoft and
/// evictionSoftGracePeriod, if these are in the input.
void report_eviction(const kubelet::EvictionConfiguration& configuration, const Place& soft, const Place& soft_grace);

}  // namespace podreel::format
