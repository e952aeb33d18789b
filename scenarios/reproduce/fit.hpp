// How much of what was seen a run tells.
#pragma once

#include <string>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/simulated_evidence.hpp"

namespace podreel::reproduce {

/// One thing that was seen.
struct Observation {
  /// In the input; 0: nowhere in particular.
  int line = 0;
  std::string text{};
  /// What the run has in its place; empty: nothing.
  std::string instead{};
  /// 0 to 1.
  double score = 0;
  bool is_told = false;
};

struct Fit {
  std::vector<Observation> observations;
  /// What the run tells and a table of events would have shown, too.
  std::vector<std::string> besides;
  /// How much the run's messages are worded as those that were seen, 0 to 1.
  double wording = 0;

  [[nodiscard]] std::size_t told() const noexcept;
  [[nodiscard]] bool is_complete() const noexcept { return told() == observations.size(); }
  /// 0 to 1; what is told besides counts against it.
  [[nodiscard]] double score() const noexcept;
};

/// `age` is how old the pod is at the paste.
[[nodiscard]] Fit fit_of(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Duration age);

}  // namespace podreel::reproduce
