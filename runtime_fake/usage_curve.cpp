#include "runtime_fake/usage_curve.hpp"

#include <algorithm>

namespace podreel::runtime_fake {

std::int64_t amount_at(const UsageCurve& curve, sim::Duration time) noexcept {
  const auto after = std::ranges::upper_bound(curve, time, {}, &UsagePoint::from);
  return after == curve.begin() ? 0 : (after - 1)->amount;
}

std::optional<sim::Duration> change_after(const UsageCurve& curve, sim::Duration time) noexcept {
  const auto after = std::ranges::upper_bound(curve, time, {}, &UsagePoint::from);
  if (after == curve.end()) return std::nullopt;
  return after->from;
}

}  // namespace podreel::runtime_fake
