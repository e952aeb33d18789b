// How a scenario writes the thresholds at which a kubelet evicts pods.
#pragma once

#include "engine/kubelet/eviction/eviction_configuration.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::language {

/// {memory.available: 100Mi, nodefs.available: "10%"}; `name` is that of its definition.
[[nodiscard]] Shape<kubelet::BySignal<kubelet::ThresholdValue>> thresholds_shape(std::string_view name,
                                                                                 std::string_view description);
/// {memory.available: 90s}
[[nodiscard]] Shape<kubelet::BySignal<sim::Duration>> grace_periods_shape();

/// Reports thresholds that no kubelet starts with, or that contradict each other, at the places of evictionSoft and
/// evictionSoftGracePeriod, as far as these are written.
void report_eviction(const kubelet::EvictionConfiguration& configuration, const Place& soft, const Place& soft_grace);

}  // namespace podreel::language
