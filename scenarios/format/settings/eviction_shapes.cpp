#include "scenarios/format/settings/eviction_shapes.hpp"

#include <fmt/format.h>

#include "scenarios/format/shapes/decoder.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

using kubelet::BySignal;
using kubelet::EvictionSignal;
using kubelet::ThresholdValue;

Shape<ThresholdValue> threshold_value() {
  const Shape<std::uint32_t> part = percentage();
  const Shape<std::int64_t> quantity = bytes();
  const std::string accepted = "a quantity, or a percentage of the capacity";
  const auto read = [part, quantity](const api::Tree& node, const Place& place, ThresholdValue& value) {
    if (!node.text.ends_with('%')) return quantity.read(node, place, value.quantity);
    return part.read(node, place, value.part.emplace());
  };
  return Shape<ThresholdValue>{accepted, read, [part, quantity](Definitions& definitions) {
                                 return Json{{"anyOf", {part.schema(definitions), quantity.schema(definitions)}}};
                               }};
}

std::string about(EvictionSignal signal) {
  switch (signal) {
    case EvictionSignal::memory_available:
      return "Available memory.";
    case EvictionSignal::nodefs_available:
      return "Available space on the file system that containers write to.";
    case EvictionSignal::nodefs_inodes_free:
      return "Available inodes on the file system that containers write to.";
    case EvictionSignal::imagefs_available:
      return "Available space on runtime.imageFilesystem.";
    case EvictionSignal::pid_available:
      break;
  }
  return "Available process ids.";
}

template <class Value>
Shape<BySignal<Value>> by_signal(std::string_view name, std::string_view description, const Shape<Value>& value) {
  Object<BySignal<Value>> object{name, description};
  for (const EvictionSignal signal : kubelet::eviction_signals) {
    object.field(
        to_string(signal), [signal](BySignal<Value>& values) -> Value& { return values[signal]; }, value,
        about(signal));
  }
  return object.shape();
}

/// Reports a problem if the field is in the input.
void report_at(const Place& written, const std::string& problem) {
  const auto mark = written.reading().marks.find(written.path());
  if (mark != written.reading().marks.end()) written.problem(mark->second, problem);
}

/// Compares values of the same unit.
bool is_below(const ThresholdValue& soft, const ThresholdValue& hard) {
  if (soft.part.has_value() != hard.part.has_value()) return false;
  return soft.part ? *soft.part <= *hard.part : soft.quantity <= hard.quantity;
}

}  // namespace

Shape<BySignal<ThresholdValue>> thresholds_shape(std::string_view name, std::string_view description) {
  return by_signal(name, description, threshold_value());
}

Shape<BySignal<sim::Duration>> grace_periods_shape() {
  return by_signal("evictionGracePeriods", "Time for which a soft threshold must be crossed before pods are evicted.",
                   duration(sim::Duration{1}));
}

void report_eviction(const kubelet::EvictionConfiguration& configuration, const Place& soft_place,
                     const Place& grace_place) {
  for (const auto& [signal, soft] : configuration.soft) {
    if (!configuration.soft_grace_period.contains(signal)) {
      report_at(soft_place,
                fmt::format("grace period must be specified for the soft eviction threshold {}", to_string(signal)));
    }
    if (!configuration.hard) continue;
    const auto hard = configuration.hard->find(signal);
    if (hard == configuration.hard->end() || !is_below(soft, hard->second)) continue;
    report_at(soft_place, fmt::format("the threshold of {} has no effect, because evictionHard is reached first",
                                      to_string(signal)));
  }
  const auto mark = grace_place.reading().marks.find(grace_place.path());
  if (mark == grace_place.reading().marks.end()) return;
  for (const auto& [signal, grace] : configuration.soft_grace_period) {
    if (configuration.soft.contains(signal)) continue;
    grace_place.warning(mark->second,
                        fmt::format("without effect: no soft eviction threshold for {}", to_string(signal)));
  }
}

}  // namespace podreel::format
