// A simulation and its pace: all that requests are asked of.
#pragma once

#include <functional>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/pace.hpp"
#include "tools/serve/past.hpp"

namespace podreel::server {

struct Session {
  Session(const language::Scenario& scenario, double speed) : simulation{scenario}, pace{speed} {}

  /// With a kubelet from outside; it stands still until its timeline is begun.
  Session(const language::Scenario& scenario, simulation::OutsideKubelet& kubelet, sim::Time start)
      : simulation{scenario, kubelet, start}, pace{0} {}

  /// The simulation goes on to where it should be by `clock`. Where the machine is too slow for that it falls behind:
  /// after 50 ms it is left where it is, so that those who ask are answered.
  void catch_up(const std::function<WallTime()>& clock);

  /// A request that may change something is about to be obeyed.
  void remember(const Request& request);

  /// Up to now, in a copy.
  [[nodiscard]] Past past() const;

  LiveSimulation simulation;
  Pace pace;
  /// Of the last catch_up.
  WallTime wall{};
  /// From which the past is told again; empty where it `is_too_long`.
  Journal journal{};
  std::size_t journal_bytes = 0;
  bool is_too_long = false;
};

}  // namespace podreel::server
