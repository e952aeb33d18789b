// A part of a document in one line.
#pragma once

#include <string>

#include "engine/api/document.hpp"

namespace podreel::language {

/// YAML's flow style, members in the order of the source: `{at: 90s, pod: web, matches: {status: {phase: Running}}}`.
[[nodiscard]] std::string flow_text(const api::Tree& node);

}  // namespace podreel::language
