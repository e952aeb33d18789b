#include "scenarios/fleet/plan.hpp"

#include <algorithm>

namespace podreel::fleet {

std::uint32_t Share::of(std::uint32_t all) const noexcept {
  if (percent == 0) return std::clamp<std::uint32_t>(nodes, 1, std::max<std::uint32_t>(all, 1));
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, std::uint64_t{all} * percent / 100));
}

}  // namespace podreel::fleet
