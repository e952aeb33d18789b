// The kinds of records that `--kinds` names.
#pragma once

#include <string>

#include "scenarios/reproduce/recording/comparable_timeline.hpp"

namespace podreel::cli {

/// Parses kinds such as "call,event"; an empty text selects the default kinds. Throws BadInput.
[[nodiscard]] reproduce::Compared kinds_of(const std::string& text);

/// Returns all kinds.
[[nodiscard]] reproduce::Compared every_kind();

}  // namespace podreel::cli
