#include "tools/net/wall_clock.hpp"

#include <chrono>
#include <optional>
#include <utility>

namespace podreel::cri {

sim::Time wall_time() {
  return sim::Time{std::chrono::system_clock::now().time_since_epoch()};
}

PacedLoop::Clock clock_of(Pace pace) {
  return [pace = std::move(pace), began = std::optional<std::chrono::steady_clock::time_point>{}]() mutable {
    const auto now = std::chrono::steady_clock::now();
    if (!began) {
      began = now;
      pace.begin_at(wall_time());
    }
    return now - *began;
  };
}

}  // namespace podreel::cri
