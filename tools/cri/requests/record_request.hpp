// What `podreel record` asks for.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::cli {

/// One of those that a kubelet is to live through.
struct RecordedScenario {
  language::Scenario scenario;
  /// Where it was read.
  std::string file;
  /// Of simulated time.
  sim::Duration length{};
  /// A file; empty: standard output.
  std::string output;
};

struct RecordRequest {
  /// At least one.
  std::vector<RecordedScenario> scenarios;
  /// For the shell: each a kubelet.
  std::vector<std::string> kubelets;
  /// How many simulated seconds pass in one of the wall clock.
  double speed = 1;
  /// So many are recorded at a time, at least one.
  std::size_t at_once = 1;
};

}  // namespace podreel::cli
