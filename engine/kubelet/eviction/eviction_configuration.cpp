#include "engine/kubelet/eviction/eviction_configuration.hpp"

namespace podreel::kubelet {

namespace {

constexpr std::uint32_t whole = 1'000'000;

/// DefaultEvictionHard (pkg/kubelet/apis/config/v1beta1).
BySignal<ThresholdValue> default_hard() {
  return {{EvictionSignal::memory_available, {.quantity = 100 << 20}},
          {EvictionSignal::nodefs_available, {.part = whole / 10}},
          {EvictionSignal::nodefs_inodes_free, {.part = whole / 20}},
          {EvictionSignal::imagefs_available, {.part = whole * 15 / 100}}};
}

}  // namespace

std::int64_t ThresholdValue::of(std::int64_t capacity) const noexcept {
  if (!part) return quantity;
  return capacity / whole * *part + capacity % whole * *part / whole;
}

bool EvictionThreshold::is_met(const runtime::ResourceUsage& usage, bool with_reclaim) const noexcept {
  std::int64_t wanted = value.of(usage.capacity);
  if (with_reclaim) wanted += minimum_reclaim.of(usage.capacity);
  return usage.available < wanted;
}

std::vector<EvictionThreshold> thresholds_of(const EvictionConfiguration& configuration) {
  std::vector<EvictionThreshold> thresholds;
  const BySignal<ThresholdValue>& reclaim = configuration.minimum_reclaim;
  const auto add = [&](EvictionSignal signal, const ThresholdValue& value, sim::Duration grace) {
    const auto minimum = reclaim.find(signal);
    thresholds.push_back({signal, value, grace, minimum == reclaim.end() ? ThresholdValue{} : minimum->second});
  };
  for (const auto& [signal, value] : configuration.hard.value_or(default_hard())) add(signal, value, {});
  for (const auto& [signal, value] : configuration.soft) {
    const auto grace = configuration.soft_grace_period.find(signal);
    if (grace != configuration.soft_grace_period.end()) add(signal, value, grace->second);
  }
  return thresholds;
}

}  // namespace podreel::kubelet
