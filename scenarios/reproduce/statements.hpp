// Causes that the evidence itself names.
#pragma once

#include <string>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/known_causes.hpp"

namespace podreel::reproduce {

/// An observation that names a cause.
struct Statement {
  /// Line of the input; 0 if unknown.
  int line = 0;
  KnownCause known;
  /// Text of the observation.
  std::string text;
  /// Time since the observation; 0 for a present state.
  sim::Duration ago{};
};

/// Returns the statements about the pod, the strongest first. A failure that the pod has overcome counts as a symptom.
[[nodiscard]] std::vector<Statement> statements_of(const SeenPod& pod);

/// Returns the statements in lines that belong to no pod, the strongest first.
[[nodiscard]] std::vector<Statement> statements_of(const std::vector<SeenLine>& lines);

}  // namespace podreel::reproduce
