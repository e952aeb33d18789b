#include "tools/serve/pace.hpp"

#include <algorithm>

namespace podreel::server {

sim::Duration Pace::due(WallTime now) const {
  constexpr double longest = 9e18;
  const double passed = static_cast<double>((now - since_).count()) * speed_;
  return elapsed_ + sim::Duration{static_cast<std::int64_t>(std::clamp(passed, 0.0, longest / 2))};
}

void Pace::go_on(double speed, sim::Duration elapsed, WallTime now) {
  speed_ = speed;
  elapsed_ = elapsed;
  since_ = now;
}

}  // namespace podreel::server
