// Fleets and their plans, from their text to brief replays of the first nodes.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "engine/api/document.hpp"
#include "scenarios/fleet/load.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/fleet/placement.hpp"
#include "scenarios/format/load.hpp"
#include "tests/fuzz/brief_replay.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/target.hpp"

namespace podreel::fuzz {

namespace {

/// What has more, or is longer in simulated time, is left to those who have time.
constexpr std::chrono::minutes max_turn{2};
constexpr std::size_t max_instants_per_turn = 500;
constexpr std::uint64_t max_nodes_and_pods = 1'000;
constexpr std::size_t max_pods_per_node = 10;
constexpr std::size_t max_steps_per_turn = 30;
constexpr std::uint32_t nodes_replayed = 2;

bool is_small(const fleet::Cluster& cluster) {
  std::uint64_t size = fleet::node_count(cluster);
  for (const fleet::Workload& workload : cluster.workloads) size += workload.replicas;
  return size <= max_nodes_and_pods;
}

/// What `podreel fleet --node` prints is a scenario.
void require_scenario(const fleet::Fleet& fleet, std::uint32_t node, const std::vector<fleet::Replica>& pods,
                      const fleet::Plan& plan, std::string_view input) {
  const std::string text =
      fleet::node_document(fleet, fleet.clusters.front(), node, pods, plan, fleet::turn_begins(plan) + plan.watch)
          .dump();
  const format::Loaded loaded =
      format::load_scenarios(api::load_documents(text, "node.yaml"), "node.yaml", format::LoadOptions{});
  for (const api::Problem& problem : loaded.problems) require(false, api::to_string(problem), input);
}

void replay_turn(const fleet::Fleet& fleet, std::uint32_t node, const std::vector<fleet::Replica>& pods,
                 const fleet::Plan& plan, std::string_view input) {
  if (pods.size() > max_pods_per_node || plan.node.steps.size() + plan.roll_back.steps.size() > max_steps_per_turn) {
    return;
  }
  require_scenario(fleet, node, pods, plan, input);
  const format::Scenario scenario = fleet::node_scenario(fleet, fleet.clusters.front(), node, pods, plan);
  for (const bool is_taken_back : {false, true}) {
    simulation::ReplayOptions brief;
    brief.until = std::min<sim::Duration>(fleet::turn_begins(plan) + plan.watch, max_turn);
    const format::Scenario turn = is_taken_back ? fleet::and_back(scenario, plan, *brief.until / 2) : scenario;
    require(replay_briefly(turn, max_instants_per_turn, std::move(brief)).negative_span.empty(), "a negative span",
            input);
  }
}

void load_fleet(std::string_view input) {
  const MemoryFile file{input};
  // Files that documents name are looked for where there are none.
  const fleet::Loaded loaded = fleet::load({file.path()}, "/proc/self/fdinfo");
  for (const api::Problem& problem : loaded.problems) static_cast<void>(api::to_string(problem));
  for (const api::Problem& warning : loaded.warnings) static_cast<void>(api::to_string(warning));
  if (!loaded.fleet || loaded.plans.empty() || !is_small(loaded.fleet->clusters.front())) return;
  const fleet::Cluster& cluster = loaded.fleet->clusters.front();
  const fleet::Placement placement{cluster};
  const auto nodes = static_cast<std::uint32_t>(fleet::node_count(cluster));
  for (std::uint32_t node = 0; node < std::min(nodes, nodes_replayed); ++node) {
    replay_turn(*loaded.fleet, node, placement.pods_of(node), loaded.plans.front(), input);
  }
}

const AddedTarget added_fleets{"fleets", load_fleet};

}  // namespace

}  // namespace podreel::fuzz
