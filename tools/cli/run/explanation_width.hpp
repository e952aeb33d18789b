// Width of explanations in the timeline.
#pragma once

#include <cstddef>

#include "engine/trace/text_timeline.hpp"
#include "tools/text/terminal.hpp"

namespace podreel::cli {

/// Columns of `terminal`, or the default where the output has no width.
[[nodiscard]] inline std::size_t explanation_width(const Terminal& terminal) noexcept {
  return terminal.width > 0 ? static_cast<std::size_t>(terminal.width) : trace::default_explanation_width;
}

}  // namespace podreel::cli
