// Measures how well a run reproduces the evidence.
#pragma once

#include <string>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/simulated_evidence.hpp"

namespace podreel::reproduce {

/// One observation.
struct Observation {
  /// Line of the input; 0 if it belongs to no line.
  int line = 0;
  std::string text{};
  /// The simulated counterpart; empty if there is none.
  std::string instead{};
  /// 0 to 1.
  double score = 0;
  bool is_reproduced = false;
};

struct Fit {
  std::vector<Observation> observations;
  /// Simulated events that the table of events lacks.
  std::vector<std::string> besides;
  /// Similarity of the simulated messages to those in the evidence, 0 to 1.
  double wording = 0;

  [[nodiscard]] std::size_t reproduced() const noexcept;
  [[nodiscard]] bool is_complete() const noexcept { return reproduced() == observations.size(); }
  /// 0 to 1; each event in `besides` lowers it.
  [[nodiscard]] double score() const noexcept;
};

/// `age` is the pod's age at the paste.
[[nodiscard]] Fit fit_of(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Duration age);

}  // namespace podreel::reproduce
