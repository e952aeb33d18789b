// Reasons of events of kubelets and schedulers.
#pragma once

#include <string_view>
#include <vector>

namespace podreel::format {

/// A word in a record, and its meaning.
struct Meaning {
  std::string_view name;
  std::string_view text;
};

/// Reasons of pkg/kubelet/events/event.go, and others that kubelets of some release use (admission, eviction, the
/// scheduler's two).
[[nodiscard]] const std::vector<Meaning>& event_reason_meanings();

/// Their names alone.
[[nodiscard]] const std::vector<std::string_view>& event_reasons();

}  // namespace podreel::format
