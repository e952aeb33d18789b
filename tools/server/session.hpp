// A simulation and its pace: all that requests are asked of.
#pragma once

#include "tools/server/live_simulation.hpp"
#include "tools/server/pace.hpp"

namespace podreel::server {

struct Session {
  Session(const language::Scenario& scenario, double speed) : simulation{scenario}, pace{speed} {}

  /// The simulation goes on to where it should be by now. It falls behind where the machine is too slow.
  void catch_up(WallTime now);

  LiveSimulation simulation;
  Pace pace;
  /// Of the last catch_up.
  WallTime wall{};
};

}  // namespace podreel::server
