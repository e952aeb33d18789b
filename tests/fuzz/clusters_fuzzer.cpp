// Dumps of clusters, from their text to brief replays of the first nodes.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "engine/api/document.hpp"
#include "scenarios/fleet/dump/cluster_dump.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/fleet/placement.hpp"
#include "tests/fuzz/brief_replay.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/target.hpp"

namespace podreel::fuzz {

namespace {

constexpr std::chrono::seconds looked_at_for{30};
constexpr std::size_t max_instants_per_node = 500;
constexpr std::size_t max_pods_replayed = 10;
constexpr std::uint32_t max_nodes_replayed = 2;

void read_cluster(std::string_view input) {
  const MemoryFile file{input};
  fleet::ReadDump dump = fleet::read_dump({file.path()});
  for (const api::Problem& problem : dump.problems) static_cast<void>(api::to_string(problem));
  for (const api::Problem& warning : dump.warnings) static_cast<void>(api::to_string(warning));
  if (!dump.problems.empty()) return;
  fleet::Fleet fleet;
  fleet.name = fleet.file = "fleet";
  fleet.age = looked_at_for;
  fleet.clusters.push_back(std::move(dump.cluster));
  const fleet::Cluster& cluster = fleet.clusters.front();
  const fleet::Placement placement{cluster};
  const auto nodes = static_cast<std::uint32_t>(fleet::node_count(cluster));
  for (std::uint32_t node = 0; node < std::min(nodes, max_nodes_replayed); ++node) {
    const std::vector<fleet::Replica>& pods = placement.pods_of(node);
    if (pods.size() > max_pods_replayed) continue;
    simulation::ReplayOptions brief;
    brief.until = looked_at_for;
    const format::Scenario scenario = fleet::node_scenario(fleet, cluster, node, pods, fleet::Plan{});
    require(replay_briefly(scenario, max_instants_per_node, std::move(brief)).negative_span.empty(), "a negative span",
            input);
  }
}

const AddedTarget added_clusters{"clusters", read_cluster};

}  // namespace

}  // namespace podreel::fuzz
