// Formats a part of a document in one line.
#pragma once

#include <string>

#include "engine/api/document.hpp"

namespace podreel::format {

/// Returns YAML's flow style, with members in source order: `{at: 90s, pod: web, matches: {status: {phase: Running}}}`.
[[nodiscard]] std::string flow_text(const api::Tree& node);

}  // namespace podreel::format
