// Number of nodes of a fleet that can be upgraded per second.
#include <benchmark/benchmark.h>
#include <string>

#include "scenarios/fleet/in_place.hpp"
#include "scenarios/fleet/load.hpp"
#include "scenarios/fleet/placements.hpp"
#include "scenarios/fleet/results/simulated_node_results.hpp"
#include "scenarios/fleet/rollout.hpp"

namespace {

using namespace podreel;

/// Nodes have 30 pods with two containers each, from 200 templates; kubelets are upgraded in batches of 1 %.
void upgrade_in_place(benchmark::State& state, const std::string& file) {
  fleet::Loaded loaded = fleet::load({PODREEL_SOURCE_DIR "/scenarios/library/fleets/" + file}, "");
  fleet::Cluster& cluster = loaded.fleet->clusters.front();
  const auto nodes = static_cast<std::uint32_t>(state.range(0));
  cluster.pools.front().count = nodes;
  for (fleet::Workload& workload : cluster.workloads) {
    workload.replicas = nodes * 30 / static_cast<std::uint32_t>(cluster.workloads.size());
  }
  loaded.fleet->clusters.resize(1);
  const fleet::Plan& plan = loaded.plans.front();
  for (auto _ : state) {
    fleet::Placements placements{*loaded.fleet};
    fleet::SimulatedNodeResults accounts{*loaded.fleet, plan, placements, 1};
    fleet::InPlaceUpgrader turns{placements, accounts};
    benchmark::DoNotOptimize(fleet::carry_out(*loaded.fleet, plan, turns));
  }
  state.counters["node_upgrades_per_second"] = benchmark::Counter(nodes, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK_CAPTURE(upgrade_in_place, from_1_12_to_1_17, "1.12-to-1.17-seventeen-clusters.yaml")
    ->Arg(100)
    ->Arg(1'000)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
