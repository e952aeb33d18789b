#include "engine/kubelet/log_rotation.hpp"

#include <utility>

#include "engine/invariant.hpp"
#include "engine/release/behaviour/syncing.hpp"

namespace podreel::kubelet {

void LogRotation::suspect() {
  if (!behaviour_.has(release::container_logs_are_rotated)) return;
  if (!std::exchange(is_rotating_, true)) sim::spawn(process_, rotate());
}

sim::Task<> LogRotation::rotate() {
  do {
    co_await sim::sleep_until(process_, ticker_.at_or_after(process_.now()));
    PODREEL_INVARIANT(is_rotating_, "one rotation follows another");
    co_await logs_.rotate_logs();
    ticker_.phase = process_.now() + ticker_.period;
  } while (!changes_.relist_is_instant());
  is_rotating_ = false;
}

}  // namespace podreel::kubelet
