#include "tools/cli/fleet_report.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "scenarios/language/shapes/duration.hpp"
#include "tools/cli/shell_word.hpp"
#include "tools/cli/text_table.hpp"

namespace podreel::cli {

namespace {

using fleet::ClusterOutcome;
using fleet::Outcome;
using fleet::WorkloadOutcome;

/// Rounded to what matters: "33h12m", "11.4s", "30ms".
std::string span(sim::Duration duration) {
  using namespace std::chrono_literals;
  const sim::Duration unit = duration < 1s     ? sim::Duration{10ms}
                             : duration < 1min ? sim::Duration{100ms}
                             : duration < 1h   ? sim::Duration{1s}
                                               : sim::Duration{1min};
  return language::duration_text((duration + unit / 2) / unit * unit);
}

struct Totals : fleet::Tally {
  std::uint64_t without_ready = 0;
  sim::Duration longest_without_ready{};
};

Totals totals_of(const Outcome& outcome) {
  Totals totals;
  for (const ClusterOutcome& cluster : outcome.clusters) {
    totals += cluster;
    for (const WorkloadOutcome& workload : cluster.workloads) {
      if (workload.without_ready > sim::Duration{}) ++totals.without_ready;
      totals.longest_without_ready = std::max(totals.longest_without_ready, workload.without_ready);
    }
  }
  return totals;
}

sim::Duration quantile(const std::vector<sim::Duration>& sorted, std::size_t hundredths) {
  return sorted.empty() ? sim::Duration{} : sorted[(sorted.size() * hundredths + 99) / 100 - 1];
}

std::string command_for(const std::string& command, const fleet::Fleet& fleet, const fleet::Plan& plan,
                        const fleet::NodeOutcome& node) {
  const fleet::Cluster& cluster = fleet.clusters[node.cluster];
  const std::string until = plan.drain || node.looked_at_for == plan.watch
                                ? ""
                                : fmt::format(" --until {}", language::duration_text(node.looked_at_for));
  return fmt::format("{} --plan {} --node {} | podreel run -{}", command, shell_word(plan.name),
                     shell_word(cluster.name + "/" + fleet::node_name(cluster, node.node)), until);
}

void print_comparison(std::ostream& out, const std::vector<PlanOutcome>& plans) {
  TextTable table{{"PLAN", "NODES DONE", "CONTAINERS", "RESTARTED", "P50 NOT READY", "P99 NOT READY",
                   "WORKLOADS WITHOUT READY REPLICA", "LONGEST", "TAKES"}};
  for (const PlanOutcome& plan : plans) {
    const Totals totals = totals_of(plan.outcome);
    table.add({plan.plan.name, fmt::format("{}/{}", totals.nodes_done, totals.nodes), std::to_string(totals.containers),
               std::to_string(totals.restarted), span(quantile(plan.outcome.outages, 50)),
               span(quantile(plan.outcome.outages, 99)), std::to_string(totals.without_ready),
               span(totals.longest_without_ready), span(plan.outcome.ends_at)});
  }
  out << table.text() << '\n';
}

void print_clusters(std::ostream& out, const fleet::Fleet& fleet, const Outcome& outcome) {
  TextTable table{{"CLUSTER", "NODES DONE", "CONTAINERS", "RESTARTED", "NOT RECOVERED", "BEGINS", "ENDS", "STOPPED"}};
  for (std::size_t index = 0; index < outcome.clusters.size(); ++index) {
    const ClusterOutcome& cluster = outcome.clusters[index];
    table.add({fleet.clusters[index].name, fmt::format("{}/{}", cluster.nodes_done, cluster.nodes),
               std::to_string(cluster.containers), std::to_string(cluster.restarted),
               std::to_string(cluster.unrecovered_nodes), span(cluster.begins_at), span(cluster.ends_at),
               cluster.stopped_because.value_or("-")});
  }
  out << table.text() << '\n';
}

struct NamedWorkload {
  const fleet::Cluster* cluster;
  const fleet::Workload* workload;
  const WorkloadOutcome* outcome;
};

/// Those that had interruptions, the worst first.
std::vector<NamedWorkload> worst_workloads(const fleet::Fleet& fleet, const Outcome& outcome) {
  std::vector<NamedWorkload> workloads;
  for (std::size_t cluster = 0; cluster < outcome.clusters.size(); ++cluster) {
    for (std::size_t index = 0; index < outcome.clusters[cluster].workloads.size(); ++index) {
      const WorkloadOutcome& found = outcome.clusters[cluster].workloads[index];
      if (found.interruptions == 0 && found.restarts == 0) continue;
      workloads.push_back({&fleet.clusters[cluster], &fleet.clusters[cluster].workloads[index], &found});
    }
  }
  const auto key = [](const NamedWorkload& named) {
    return std::pair{-named.outcome->without_ready, -named.outcome->down};
  };
  std::ranges::stable_sort(workloads, {}, key);
  return workloads;
}

void print_workloads(std::ostream& out, const fleet::Fleet& fleet, const Outcome& outcome) {
  constexpr std::size_t most = 10;
  std::vector<NamedWorkload> workloads = worst_workloads(fleet, outcome);
  if (workloads.empty()) return;
  TextTable table{
      {"CLUSTER", "WORKLOAD", "REPLICAS", "RESTARTS", "INTERRUPTIONS", "MOST DOWN", "NO READY REPLICA FOR", "AT"}};
  for (std::size_t index = 0; index < std::min(most, workloads.size()); ++index) {
    const WorkloadOutcome& found = *workloads[index].outcome;
    const bool was_gone = found.without_ready > sim::Duration{};
    table.add({workloads[index].cluster->name, fleet::title(*workloads[index].workload), std::to_string(found.replicas),
               std::to_string(found.restarts), std::to_string(found.interruptions), std::to_string(found.most_down),
               was_gone ? span(found.without_ready) : "-", was_gone ? span(found.without_ready_since) : "-"});
  }
  out << table.text();
  if (workloads.size() > most) out << fmt::format("and {} more workloads\n", workloads.size() - most);
  out << '\n';
}

/// Of all clusters.
fleet::DrainOutcome drain_of(const Outcome& outcome) {
  fleet::DrainOutcome drain;
  for (const ClusterOutcome& cluster : outcome.clusters) {
    if (!cluster.drain) continue;
    drain.evicted += cluster.drain->evicted;
    drain.lost += cluster.drain->lost;
    drain.refused += cluster.drain->refused;
    drain.had_to_wait += cluster.drain->had_to_wait;
    drain.without_node += cluster.drain->without_node;
  }
  return drain;
}

void print_drain(std::ostream& out, const Outcome& outcome) {
  const fleet::DrainOutcome drain = drain_of(outcome);
  if (drain == fleet::DrainOutcome{}) return;
  out << fmt::format("{} pods evicted; disruption budgets refused {} evictions for the time being\n", drain.evicted,
                     drain.refused);
  if (drain.lost > 0) out << fmt::format("{} pods that nobody keeps are lost\n", drain.lost);
  if (drain.had_to_wait > 0) out << fmt::format("{} pods had to wait for a node with room\n", drain.had_to_wait);
  if (drain.without_node > 0) out << fmt::format("{} pods fit no node in the end\n", drain.without_node);
}

void print_undrained(std::ostream& out, const fleet::Fleet& fleet, const Outcome& outcome) {
  constexpr std::size_t most = 10;
  TextTable table{{"NOT DRAINED", "BECAUSE"}};
  std::size_t count = 0;
  for (std::size_t index = 0; index < outcome.clusters.size(); ++index) {
    if (!outcome.clusters[index].drain) continue;
    const fleet::Cluster& cluster = fleet.clusters[index];
    for (const fleet::UndrainedNode& node : outcome.clusters[index].drain->undrained) {
      if (++count <= most) table.add({cluster.name + "/" + fleet::node_name(cluster, node.node), node.reason});
    }
  }
  if (count == 0) return;
  out << table.text();
  if (count > most) out << fmt::format("and {} more nodes\n", count - most);
  out << '\n';
}

void print_causes(std::ostream& out, const Outcome& outcome) {
  const Totals totals = totals_of(outcome);
  out << fmt::format("{} of {} containers restarted", totals.restarted, totals.containers);
  const char* separator = ": ";
  for (std::size_t cause = 0; cause < fleet::cause_count; ++cause) {
    if (totals.restarts.at(cause) == 0) continue;
    out << std::exchange(separator, ", ") << to_string(static_cast<fleet::Cause>(cause)) << ' '
        << totals.restarts.at(cause);
  }
  out << '\n';
  if (!outcome.outages.empty()) {
    out << fmt::format("pods were not ready {} times: p50 {}, p90 {}, p99 {}, longest {}\n", outcome.outages.size(),
                       span(quantile(outcome.outages, 50)), span(quantile(outcome.outages, 90)),
                       span(quantile(outcome.outages, 99)), span(outcome.outages.back()));
  }
  if (totals.failed_pods > 0) out << fmt::format("{} pods failed for good\n", totals.failed_pods);
  print_drain(out, outcome);
  out << '\n';
}

void print_nodes(std::ostream& out, const fleet::Fleet& fleet, const PlanOutcome& plan, const std::string& command) {
  if (plan.outcome.worst.empty()) return;
  TextTable table{{"WORST NODES", "RESTARTED", "NOT READY", "REPLAY"}};
  for (const fleet::NodeOutcome& node : plan.outcome.worst) {
    const fleet::Cluster& cluster = fleet.clusters[node.cluster];
    table.add({cluster.name + "/" + fleet::node_name(cluster, node.node), std::to_string(node.restarted),
               span(node.down) + (node.has_recovered ? "" : ", not recovered"),
               command_for(command, fleet, plan.plan, node)});
  }
  out << table.text() << '\n';
}

using Json = nlohmann::ordered_json;

double seconds(sim::Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

Json restarts_document(const std::array<std::uint64_t, fleet::cause_count>& restarts) {
  Json causes = Json::object();
  for (std::size_t cause = 0; cause < fleet::cause_count; ++cause) {
    if (restarts.at(cause) > 0) causes[std::string{to_string(static_cast<fleet::Cause>(cause))}] = restarts.at(cause);
  }
  return causes;
}

Json workload_document(const fleet::Workload& workload, const WorkloadOutcome& outcome) {
  return {{"workload", fleet::title(workload)},
          {"replicas", outcome.replicas},
          {"restarts", outcome.restarts},
          {"interruptions", outcome.interruptions},
          {"mostDown", outcome.most_down},
          {"down", seconds(outcome.down)},
          {"withoutReadyReplica", seconds(outcome.without_ready)},
          {"withoutReadyReplicaSince", seconds(outcome.without_ready_since)}};
}

Json drain_document(const fleet::Cluster& cluster, const fleet::DrainOutcome& drain) {
  Json document{{"evicted", drain.evicted},          {"lost", drain.lost},
                {"refused", drain.refused},          {"hadToWait", drain.had_to_wait},
                {"withoutNode", drain.without_node}, {"notDrained", Json::array()}};
  for (const fleet::UndrainedNode& node : drain.undrained) {
    document["notDrained"].push_back({{"node", fleet::node_name(cluster, node.node)}, {"reason", node.reason}});
  }
  return document;
}

Json cluster_document(const fleet::Cluster& cluster, const ClusterOutcome& outcome) {
  Json document{{"cluster", cluster.name},
                {"nodes", outcome.nodes},
                {"nodesDone", outcome.nodes_done},
                {"rolledBack", outcome.rolled_back},
                {"notRecovered", outcome.unrecovered_nodes},
                {"containers", outcome.containers},
                {"restarted", outcome.restarted},
                {"restarts", restarts_document(outcome.restarts)},
                {"failedPods", outcome.failed_pods},
                {"begins", seconds(outcome.begins_at)},
                {"ends", seconds(outcome.ends_at)}};
  if (outcome.drain) document["drain"] = drain_document(cluster, *outcome.drain);
  if (outcome.stopped_because) document["stoppedBecause"] = *outcome.stopped_because;
  document["workloads"] = Json::array();
  for (std::size_t index = 0; index < outcome.workloads.size(); ++index) {
    document["workloads"].push_back(workload_document(cluster.workloads[index], outcome.workloads[index]));
  }
  return document;
}

Json seconds_document(const Outcome& outcome) {
  Json instants = Json::array();
  std::int64_t down = 0;
  for (const auto& [second, instant] : outcome.seconds) {
    down += instant.down;
    instants.push_back({{"at", second},
                        {"notReady", down},
                        {"restarts", instant.restarts},
                        {"apiWrites", instant.api_writes},
                        {"imagePulls", instant.image_pulls}});
  }
  return instants;
}

Json plan_document(const fleet::Fleet& fleet, const PlanOutcome& plan) {
  const Outcome& outcome = plan.outcome;
  Json document{{"plan", plan.plan.name}, {"ends", seconds(outcome.ends_at)}, {"clusters", Json::array()}};
  for (std::size_t index = 0; index < outcome.clusters.size(); ++index) {
    document["clusters"].push_back(cluster_document(fleet.clusters[index], outcome.clusters[index]));
  }
  document["outages"] = {{"count", outcome.outages.size()},
                         {"p50", seconds(quantile(outcome.outages, 50))},
                         {"p90", seconds(quantile(outcome.outages, 90))},
                         {"p99", seconds(quantile(outcome.outages, 99))},
                         {"longest", seconds(quantile(outcome.outages, 100))}};
  document["worstNodes"] = Json::array();
  for (const fleet::NodeOutcome& node : outcome.worst) {
    const fleet::Cluster& cluster = fleet.clusters[node.cluster];
    document["worstNodes"].push_back({{"node", cluster.name + "/" + fleet::node_name(cluster, node.node)},
                                      {"restarted", node.restarted},
                                      {"down", seconds(node.down)},
                                      {"recovered", node.has_recovered}});
  }
  document["seconds"] = seconds_document(outcome);
  return document;
}

}  // namespace

void print_fleet_report(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans,
                        const std::string& command) {
  if (plans.size() > 1) print_comparison(out, plans);
  for (const PlanOutcome& plan : plans) {
    const Totals totals = totals_of(plan.outcome);
    out << fmt::format("plan {}: {} of {} nodes in {}\n", plan.plan.name, totals.nodes_done, totals.nodes,
                       span(plan.outcome.ends_at));
    print_causes(out, plan.outcome);
    print_clusters(out, fleet, plan.outcome);
    print_undrained(out, fleet, plan.outcome);
    print_workloads(out, fleet, plan.outcome);
    print_nodes(out, fleet, plan, command);
  }
}

nlohmann::ordered_json fleet_document(const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans) {
  Json document{{"fleet", fleet.name}, {"plans", Json::array()}};
  for (const PlanOutcome& plan : plans) document["plans"].push_back(plan_document(fleet, plan));
  return document;
}

}  // namespace podreel::cli
