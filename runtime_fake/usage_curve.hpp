// Usage of a resource over time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::runtime_fake {

/// Usage from then on: bytes, inodes or processes.
struct UsagePoint {
  sim::Duration from{};
  std::int64_t amount = 0;
  friend bool operator==(const UsagePoint&, const UsagePoint&) = default;
};

/// In the order of time; nothing before the first point.
using UsageCurve = std::vector<UsagePoint>;

[[nodiscard]] std::int64_t amount_at(const UsageCurve& curve, sim::Duration time) noexcept;
/// When it changes next after `time`, if it does.
[[nodiscard]] std::optional<sim::Duration> change_after(const UsageCurve& curve, sim::Duration time) noexcept;

}  // namespace podreel::runtime_fake
