#include "scenarios/fleet/swap.hpp"

#include <chrono>
#include <utility>

#include "scenarios/fleet/drain/drain_rollout.hpp"
#include "scenarios/fleet/drain/simulated_drains.hpp"
#include "scenarios/fleet/dump/inferred_runtime.hpp"
#include "scenarios/fleet/format.hpp"
#include "scenarios/fleet/in_place.hpp"
#include "scenarios/fleet/results/simulated_node_results.hpp"
#include "scenarios/fleet/rollout.hpp"
#include "scenarios/format/actions/kubelet.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

/// Time without a kubelet on a node.
constexpr sim::Duration without_kubelet = 5s;
constexpr sim::Duration drain_timeout = 5min;

NodeSteps other_kubelet(release::Release to) {
  NodeSteps steps;
  steps.written.push_back(
      {{"at", format::duration_text(without_kubelet)}, {"startKubelet", {{"version", release::to_string(to)}}}});
  steps.steps.push_back({without_kubelet, actions::start_kubelet(to), {}, {}});
  return steps;
}

}  // namespace

Fleet fleet_of(Cluster cluster) {
  const WrittenFleet defaults;
  Fleet fleet;
  fleet.seed = defaults.seed;
  fleet.age = defaults.age;
  fleet.runtime = learnt_runtime(cluster);
  fleet.clusters.push_back(std::move(cluster));
  return fleet;
}

Plan swap_in_place(release::Release to) {
  Plan plan;
  plan.name = "in-place";
  plan.batch = {.nodes = 1};
  plan.node = other_kubelet(to);
  return plan;
}

Plan swap_drained(release::Release to) {
  Plan plan = swap_in_place(to);
  plan.name = "drained";
  plan.drain.emplace();
  plan.drain->timeout = drain_timeout;
  plan.drain->delete_empty_dir_data = true;
  plan.watch = plan.recovery;
  return plan;
}

Outcome carry_out_plan(const Fleet& fleet, const Plan& plan, std::size_t threads,
                       const std::function<void(std::size_t)>& progress) {
  if (plan.drain) {
    SimulatedDrains drains{fleet, plan, threads, progress};
    DrainRollout turns{fleet, plan, drains, threads};
    return carry_out(fleet, plan, turns);
  }
  Placements placements{fleet};
  SimulatedNodeResults accounts{fleet, plan, placements, threads, progress, Prefetch::yes};
  InPlaceUpgrader turns{placements, accounts};
  return carry_out(fleet, plan, turns);
}

}  // namespace podreel::fleet
