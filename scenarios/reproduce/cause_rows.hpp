// Texts of Kubernetes and of runtimes, and the causes that they name.
#pragma once

#include <cstdint>
#include <functional>

#include "scenarios/reproduce/known_causes.hpp"

namespace podreel::reproduce {

/// Kinds of texts. A text about a probe or a hook ends with the output of a program, which may hold the words of any
/// other text.
enum class Topic : std::uint8_t { other, probe, hook };

/// A text and what it says. `$1` in the sentence is the first group of the pattern, `@` the container.
struct CauseRow {
  const char* pattern;
  Cause cause;
  Strength strength;
  const char* sentence;
  Topic topic = Topic::other;
};

/// Calls `use` with each row. A pattern is searched in "REASON: MESSAGE"; of the rows that match a text of their topic,
/// the first of the greatest strength counts.
void for_each_cause_row(const std::function<void(const CauseRow&)>& use);

}  // namespace podreel::reproduce
