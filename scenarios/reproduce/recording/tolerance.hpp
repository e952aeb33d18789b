// Tolerances in time between two timelines of one scenario.
#pragma once

namespace podreel::reproduce {

/// Seconds between two events, from the end of the first.
struct Gaps {
  double minimum = 0;
  double maximum = 0;
};

/// Gaps that match one of a run, in seconds: they differ by no more than a real kubelet's do.
[[nodiscard]] Gaps gaps_like(double simulated) noexcept;

/// Tolerance for the end of a retry or a resync, in seconds, where both gaps are long enough for one; else that of a
/// relist and a tick.
[[nodiscard]] double gap_tolerance(double recorded, double simulated) noexcept;

/// Tolerance for what has a fixed delay, such as the end of a container's script, in seconds.
inline constexpr double relist_tolerance = 1.2;

/// Returns whether an event that comes `gap` seconds after another on one side may come after `end` on the other side,
/// where the other event ends at `before`.
[[nodiscard]] bool may_come_after(double end, double before, double gap) noexcept;

}  // namespace podreel::reproduce
