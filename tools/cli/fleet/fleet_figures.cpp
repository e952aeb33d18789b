#include "tools/cli/fleet/fleet_figures.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tools/text/shell_word.hpp"

namespace podreel::cli {

FleetTotals totals_of(const fleet::Outcome& outcome) {
  FleetTotals totals;
  for (const fleet::ClusterOutcome& cluster : outcome.clusters) {
    totals += cluster;
    totals.rolled_back += cluster.rolled_back;
    totals.roll_back += cluster.roll_back;
    if (cluster.masters) {
      if (!totals.masters) totals.masters.emplace();
      *totals.masters += *cluster.masters;
    }
    for (const fleet::WorkloadOutcome& workload : cluster.workloads) {
      if (workload.without_ready > sim::Duration{}) ++totals.without_ready;
      totals.max_without_ready = std::max(totals.max_without_ready, workload.without_ready);
      totals.down += std::chrono::duration_cast<fleet::PodTime>(workload.down);
    }
  }
  return totals;
}

fleet::DrainOutcome drain_of(const fleet::Outcome& outcome) {
  fleet::DrainOutcome drain;
  for (const fleet::ClusterOutcome& cluster : outcome.clusters) {
    if (!cluster.drain) continue;
    drain.evicted += cluster.drain->evicted;
    drain.lost += cluster.drain->lost;
    drain.refused += cluster.drain->refused;
    drain.num_delayed += cluster.drain->num_delayed;
    drain.without_node += cluster.drain->without_node;
  }
  return drain;
}

std::string progress_text(const fleet::Tally& nodes, std::uint64_t rolled_back) {
  const std::string back = rolled_back == 0 ? std::string{} : fmt::format(", {} rolled back", rolled_back);
  return fmt::format("{}/{}{}", nodes.nodes_done, nodes.nodes, back);
}

sim::Duration quantile(const std::vector<sim::Duration>& sorted, std::size_t hundredths) {
  return sorted.empty() ? sim::Duration{} : sorted[(sorted.size() * hundredths + 99) / 100 - 1];
}

std::vector<TouchedWorkload> touched_workloads(const fleet::Outcome& outcome) {
  std::vector<TouchedWorkload> workloads;
  for (std::uint32_t cluster = 0; cluster < outcome.clusters.size(); ++cluster) {
    const std::vector<fleet::WorkloadOutcome>& outcomes = outcome.clusters[cluster].workloads;
    for (std::uint32_t index = 0; index < outcomes.size(); ++index) {
      if (outcomes[index].interruptions == 0 && outcomes[index].restarts == 0) continue;
      workloads.push_back({cluster, index, &outcomes[index]});
    }
  }
  std::ranges::stable_sort(workloads, {}, [](const TouchedWorkload& touched) {
    return std::pair{-touched.outcome->without_ready, -touched.outcome->down};
  });
  return workloads;
}

std::string names_of(const fleet::Cluster& cluster, const fleet::NamedNodes& nodes) {
  std::vector<std::string> names;
  for (const std::uint32_t node : nodes.first) names.push_back(fleet::node_name(cluster, node));
  const std::uint64_t more = nodes.count - names.size();
  return fmt::format("{}{}", fmt::join(names, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string node_title(const fleet::Fleet& fleet, std::uint32_t cluster, std::uint32_t node) {
  return fleet.clusters[cluster].name + "/" + fleet::node_name(fleet.clusters[cluster], node);
}

std::string stage_title(const fleet::Fleet& fleet, const fleet::NodeOutcome& node) {
  return node_title(fleet, node.cluster, node.node) + (node.stage == fleet::Stage::masters ? ", masters" : "");
}

std::string node_command(const std::string& command, const fleet::Fleet& fleet, const fleet::Plan& plan,
                         const fleet::NodeOutcome& node) {
  const sim::Duration printed = fleet::turn_begins(plan) + plan.watch;
  const bool is_turn = node.stage == fleet::Stage::turn;
  const sim::Duration end = (is_turn ? fleet::turn_begins(plan) : fleet::masters_begin(plan)) + node.looked_at_for;
  const std::string until = plan.drain || end == printed ? "" : fmt::format(" --until {}", format::duration_text(end));
  return fmt::format("{} --plan {} --node {} | podreel run -{}", command, shell_word(plan.name),
                     shell_word(node_title(fleet, node.cluster, node.node)), until);
}

}  // namespace podreel::cli
