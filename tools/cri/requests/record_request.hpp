// The request of `podreel record`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::cli {

/// A scenario to record.
struct RecordedScenario {
  format::Scenario scenario;
  /// Input file.
  std::string file;
  /// Simulated duration.
  sim::Duration length{};
  /// Output file; empty: standard output.
  std::string output;
};

struct RecordRequest {
  /// At least one scenario.
  std::vector<RecordedScenario> scenarios;
  /// Shell commands of kubelets.
  std::vector<std::string> kubelets;
  /// Simulated seconds per wall-clock second.
  double speed = 1;
  /// Number of simultaneous recordings; at least 1.
  std::size_t at_once = 1;
  /// Whether the log of each kubelet is kept beside the output file, as "NAME.log".
  bool keeps_logs = false;
  /// Whether other scenarios were requested too; messages then name the scenario.
  bool is_of_many = false;
};

}  // namespace podreel::cli
