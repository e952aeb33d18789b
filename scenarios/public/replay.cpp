#include "podreel/replay.hpp"

#include "scenarios/public/engine_replay.hpp"
#include "scenarios/public/scenario_state.hpp"

namespace podreel {

ReplayResult replay(const Scenario& scenario, const ReplayOptions& options) {
  facade::EngineReplay run{scenario.state().scenario, options};
  return run.run();
}

}  // namespace podreel
