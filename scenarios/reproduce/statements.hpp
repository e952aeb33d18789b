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
  /// The text is part of another one, as in a sentence about the incident.
  bool is_quoted = false;
  /// The text is about the node of the pod.
  bool is_of_node = false;
  /// The pod has overcome the failure, or it follows from the pod's rejection.
  bool is_explained = false;
};

/// Returns the statements about the pod, the strongest first. Explained failures count as symptoms.
[[nodiscard]] std::vector<Statement> statements_of(const SeenPod& pod);

/// Returns the statements in lines that belong to no pod, the strongest first.
[[nodiscard]] std::vector<Statement> statements_of(const std::vector<SeenLine>& lines);

}  // namespace podreel::reproduce
