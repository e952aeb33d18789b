// The thresholds at which a kubelet evicts pods, as they are configured.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/kubelet/eviction/eviction_signal.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

/// "100Mi", or "10%" of the capacity.
struct ThresholdValue {
  std::int64_t quantity = 0;
  /// Millionths of the capacity; then the quantity does not count.
  std::optional<std::uint32_t> part{};
  friend bool operator==(const ThresholdValue&, const ThresholdValue&) = default;

  [[nodiscard]] std::int64_t of(std::int64_t capacity) const noexcept;
};

template <class Value>
using BySignal = std::map<EvictionSignal, Value>;

struct EvictionConfiguration {
  /// No value: upstream's defaults.
  std::optional<BySignal<ThresholdValue>> hard{};
  BySignal<ThresholdValue> soft{};
  /// Grace period of every signal of `soft`.
  BySignal<sim::Duration> soft_grace_period{};
  BySignal<ThresholdValue> minimum_reclaim{};
  /// Time for which a condition of the node stays after its cause is gone.
  sim::Duration pressure_transition_period = timing::pressure_transition_period;
  /// Seconds, of evictions by soft thresholds.
  std::int32_t max_pod_grace_period = 0;
  friend bool operator==(const EvictionConfiguration&, const EvictionConfiguration&) = default;
};

struct EvictionThreshold {
  EvictionSignal signal{};
  ThresholdValue value;
  /// Zero: it is a hard one.
  sim::Duration grace_period{};
  ThresholdValue minimum_reclaim;

  [[nodiscard]] bool is_hard() const noexcept { return grace_period == sim::Duration{}; }
  /// `with_reclaim`: what it is to have beyond the threshold counts, too.
  [[nodiscard]] bool is_met(const runtime::ResourceUsage& usage, bool with_reclaim) const noexcept;
  friend bool operator==(const EvictionThreshold&, const EvictionThreshold&) = default;
};

/// Hard ones, then soft ones; of each in the order of the signals (ParseThresholdConfig).
[[nodiscard]] std::vector<EvictionThreshold> thresholds_of(const EvictionConfiguration& configuration);

}  // namespace podreel::kubelet
