// Texts of Kubernetes and of runtimes, and the causes that they name.
#pragma once

#include <functional>

#include "scenarios/reproduce/known_causes.hpp"

namespace podreel::reproduce {

/// A text and what it says. `$1` in the sentence is the first group of the pattern, `@` the container.
struct CauseRow {
  const char* pattern;
  Cause cause;
  Strength strength;
  const char* sentence;
};

/// Calls `use` with each row. A pattern is searched in "REASON: MESSAGE"; of the rows that match, the first of the
/// greatest strength counts.
void for_each_cause_row(const std::function<void(const CauseRow&)>& use);

}  // namespace podreel::reproduce
