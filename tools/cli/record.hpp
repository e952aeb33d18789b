// What `podreel record` asks for.
#pragma once

#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/language/scenario.hpp"
#include "tools/cli/verb.hpp"

namespace podreel::cli {

struct RecordRequest {
  language::Scenario scenario;
  /// For the shell: each a kubelet.
  std::vector<std::string> kubelets;
  /// A file; empty: standard output.
  std::string output;
  /// How many simulated seconds pass in one of the wall clock.
  double speed = 1;
  /// Of simulated time.
  sim::Duration length{};
};

}  // namespace podreel::cli
