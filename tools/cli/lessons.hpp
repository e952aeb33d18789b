// The course on the kubelet: the scenarios of scenarios/lessons, part of the program.
#pragma once

#include <span>
#include <string_view>

namespace podreel::cli {

struct Lesson {
  /// "04-crash-back-off.yaml".
  std::string_view file;
  /// The scenario as written.
  std::string_view text;
};

/// In the order of the course; lesson n is entry n - 1.
[[nodiscard]] std::span<const Lesson> lessons();

}  // namespace podreel::cli
