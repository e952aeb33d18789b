#include "scenarios/reproduce/recording/tolerance.hpp"

#include <algorithm>

namespace podreel::reproduce {

namespace {

// The retry of a failed sync may come that much after the back-off (0 … 15.8 s, KUBELET.md A3).
constexpr double retry_tolerance = 15.8;
constexpr double min_retry = 9.0;

}  // namespace

Gaps gaps_like(double simulated) noexcept {
  if (simulated < min_retry) return {simulated - relist_tolerance, simulated + relist_tolerance};
  const double minimum = std::min(simulated - relist_tolerance, std::max(min_retry, simulated - retry_tolerance));
  return {minimum, simulated + retry_tolerance};
}

double gap_tolerance(double recorded, double simulated) noexcept {
  return std::min(recorded, simulated) >= min_retry ? retry_tolerance : relist_tolerance;
}

bool may_come_after(double end, double before, double gap) noexcept {
  return before + gaps_like(gap).maximum > end;
}

}  // namespace podreel::reproduce
