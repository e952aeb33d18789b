#include "engine/kubelet/config/reflector_backoff.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

ReflectorBackoff::ReflectorBackoff(timing::Timing& timing, sim::Time now, std::string_view what)
    : jitter_{timing.stream(timing::Site::reflector_jitter,
                            std::to_string(sim::unix_seconds(now)) + std::string{what})},
      wait_{timing::reflector_wait_first} {}

sim::Duration ReflectorBackoff::next(sim::Time now) {
  if (now - last_ > timing::reflector_wait_reset) wait_ = timing::reflector_wait_first;
  PODREEL_INVARIANT(now >= last_, "tries follow each other in time");
  last_ = now;
  const sim::Duration wait = std::exchange(wait_, std::min<sim::Duration>(2 * wait_, timing::reflector_wait_max));
  PODREEL_INVARIANT(wait <= wait_, "waits grow from try to try");
  return wait + jitter_.draw(timing::reflector_jitter, wait);
}

}  // namespace podreel::kubelet
