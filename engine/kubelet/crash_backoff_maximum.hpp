// Longest crash back-off of a kubelet.
#pragma once

#include <optional>

#include "engine/release/behaviour.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// newCrashLoopBackOff (pkg/kubelet/kubelet.go): a configuration that has a maximum (five minutes by default) goes
/// before the reduced one. `configured`: crashLoopBackOff.maxContainerRestartPeriod.
[[nodiscard]] sim::Duration crash_backoff_maximum(const release::Behaviour& behaviour,
                                                  std::optional<sim::Duration> configured);

}  // namespace podreel::kubelet
