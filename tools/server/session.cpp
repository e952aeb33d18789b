#include "tools/server/session.hpp"

namespace podreel::server {

void Session::catch_up(WallTime now) {
  constexpr sim::Duration longest_stride = std::chrono::minutes{10};
  wall = now;
  if (pace.speed() <= 0) return;
  const sim::Duration due = pace.due(now);
  const sim::Duration behind = due - simulation.elapsed();
  simulation.advance_to(simulation.elapsed() + std::min(behind, longest_stride));
  if (behind > longest_stride) pace.go_on(pace.speed(), simulation.elapsed(), now);
}

}  // namespace podreel::server
