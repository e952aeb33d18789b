// The reasons that kubelets and schedulers give for events.
#pragma once

#include <string_view>
#include <vector>

namespace podreel::language {

/// A word that stands in a record, and what it says.
struct Meaning {
  std::string_view name;
  std::string_view text;
};

/// pkg/kubelet/events/event.go, and what else kubelets of some release give (admission, eviction, the scheduler's two).
[[nodiscard]] const std::vector<Meaning>& event_reason_meanings();

/// Their names alone.
[[nodiscard]] const std::vector<std::string_view>& event_reasons();

}  // namespace podreel::language
