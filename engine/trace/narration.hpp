// A record in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace/record.hpp"

namespace podreel::trace {

enum class Mood : std::uint8_t { plain, good, warning, bad, outside, quiet };

struct Narration {
  std::string who{};
  std::string what{};
  std::string why{};
  Mood mood = Mood::plain;
  /// Lines of its explanation.
  std::vector<std::string> reasons{};
  /// A detail that matters only to readers of the kubelet's source.
  bool is_detail = false;
};

/// "CrashLoopBackOff", "running", "ready", "Error 1", "waiting".
[[nodiscard]] std::string describe_state(const api::ContainerStatus& container);

[[nodiscard]] Narration narrate(const Record& record);

}  // namespace podreel::trace
