// A session: a simulation and its pace.
#pragma once

#include <functional>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/pace.hpp"
#include "tools/serve/session_history.hpp"

namespace podreel::serve {

struct Session {
  Session(const format::Scenario& scenario, double speed) : simulation{scenario}, pace{speed} {}

  /// Uses an external kubelet; the simulation is paused until its timeline begins.
  Session(const format::Scenario& scenario, simulation::OutsideKubelet& kubelet, sim::Time start)
      : simulation{scenario, kubelet, start}, pace{0} {}

  /// Advances the simulation to the time of `clock`. On a slow machine it falls behind: the call returns after 50 ms,
  /// so that requests are answered.
  void catch_up(const std::function<WallTime()>& clock);

  /// Records a request that may change something, before it is performed.
  void remember(const Request& request);

  /// Returns a copy of the history.
  [[nodiscard]] SessionHistory history() const;

  LiveSimulation simulation;
  Pace pace;
  /// Wall-clock time of the last catch_up().
  WallTime wall{};
  /// Requests needed to replay the past; empty if `is_too_long`.
  Journal journal{};
  std::size_t journal_bytes = 0;
  bool is_too_long = false;
};

}  // namespace podreel::serve
