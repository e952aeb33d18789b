#include "engine/kubelet/crash_backoff_maximum.hpp"

#include "engine/release/behaviour/looping.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

sim::Duration crash_backoff_maximum(const release::Behaviour& behaviour, std::optional<sim::Duration> configured) {
  if (behaviour.has(release::crash_backoff_has_maximum)) return configured.value_or(timing::backoff_max);
  return timing::either(behaviour, timing::backoff_max, timing::backoff_max_reduced);
}

}  // namespace podreel::kubelet
