// Runs a scenario up to several times, one after the other.
#pragma once

#include <cstddef>
#include <memory>

#include "scenarios/simulation/replay.hpp"

namespace podreel::simulation {

/// A replay that its owner observes at several times.
class SteppedReplay {
 public:
  /// Both must outlive it. Ignores the options for the duration and for the result.
  SteppedReplay(const format::Scenario& scenario, const ReplayOptions& options);
  ~SteppedReplay();
  SteppedReplay(const SteppedReplay&) = delete;
  SteppedReplay& operator=(const SteppedReplay&) = delete;

  /// Executes what precedes a step at `end`: steps that are not after it, of the scenario's first `num_steps`, and
  /// events. Returns false if events that follow such a step are pending. `end` and `num_steps` do not decrease.
  bool run_into(sim::Duration end, std::size_t num_steps);
  /// Executes steps and all events until `end`, inclusive, as a replay of these steps to that time.
  void run_until(sim::Duration end, std::size_t num_steps);
  /// Hands the sinks the records that a run that ended now would hand on at its end. They get them again later.
  void preview_end() const;

 private:
  class Implementation;
  friend ReplayResult replay(const format::Scenario& scenario, const ReplayOptions& options);

  std::unique_ptr<Implementation> implementation_;
};

}  // namespace podreel::simulation
