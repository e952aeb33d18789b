// Decides between the cause that the evidence names and the one that a scenario simulates.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/reproduce/draft/draft.hpp"
#include "scenarios/reproduce/fit.hpp"

namespace podreel::reproduce {

/// A line of the input, for example one that neither the scenario nor the headline explains.
struct UnusedLine {
  /// Line of the input; 0 if it belongs to no line.
  int line = 0;
  std::string text;
};

/// Another cause that the evidence names.
struct NamedCause {
  /// A sentence without its full stop.
  std::string sentence;
  /// The observation that names it.
  UnusedLine evidence;
};

struct Diagnosis {
  /// A sentence without its full stop.
  std::string headline;
  /// The evidence names the cause.
  bool is_stated = false;
  /// The evidence names the cause, or the scenario reproduces all of it.
  bool is_certain = false;
  /// The scenario's explanation, if the scenario does not show the cause.
  std::optional<std::string> simulated;
  /// The strongest first.
  std::vector<NamedCause> others;
  std::vector<UnusedLine> unused;
};

/// `draft` is the best explanation, and `fit` its fit; null without a simulation.
[[nodiscard]] Diagnosis diagnose(const SeenPod& pod, const Draft* draft, const Fit& fit);

}  // namespace podreel::reproduce
