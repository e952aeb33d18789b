// The request of `podreel record`.
#pragma once

#include <cstddef>
#include <functional>
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
  /// Whether every version of every pod in the API is recorded too, so that expectations can be checked.
  bool has_pod_versions = false;
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
  /// Called with each scenario that was recorded, or with its error; not for recordings that a signal ends early. One
  /// call at a time, on any thread. May be empty: then the error of a single scenario is thrown.
  std::function<void(const RecordedScenario&, const std::string& error)> on_end{};
};

}  // namespace podreel::cli
