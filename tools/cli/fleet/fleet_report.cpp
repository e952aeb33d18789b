#include "tools/cli/fleet/fleet_report.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/api/printable.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tools/text/rounded_span.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using fleet::ClusterOutcome;
using fleet::Outcome;

/// Inserts the cell of the masters after the column RESTARTED, if `has_masters`.
std::vector<std::string> with_masters(std::vector<std::string> cells, bool has_masters, const std::string& of_masters) {
  constexpr std::ptrdiff_t after_restarted = 4;
  if (has_masters) cells.insert(cells.begin() + after_restarted, of_masters);
  return cells;
}

constexpr const char* by_masters = "BY MASTERS";

std::string restarted_by(const std::optional<fleet::MastersOutcome>& masters) {
  return masters ? fmt::format("{}/{}", masters->restarted, masters->containers) : "-";
}

void print_comparison(std::ostream& out, const std::vector<PlanOutcome>& plans, bool has_headers) {
  const bool has_masters =
      std::ranges::any_of(plans, [](const PlanOutcome& plan) { return plan.plan.masters.has_value(); });
  TextTable table{with_masters({"PLAN", "NODES DONE", "CONTAINERS", "RESTARTED", "P50 NOT READY", "P99 NOT READY",
                                "WORKLOADS WITHOUT READY REPLICA", "LONGEST", "TAKES"},
                               has_masters, by_masters)};
  for (const PlanOutcome& plan : plans) {
    const FleetTotals totals = totals_of(plan.outcome);
    table.add(api::printable_lines(
        with_masters({plan.plan.name, progress_text(totals, totals.rolled_back), std::to_string(totals.containers),
                      std::to_string(totals.restarted), format_span(quantile(plan.outcome.outages, 50)),
                      format_span(quantile(plan.outcome.outages, 99)), std::to_string(totals.without_ready),
                      format_span(totals.max_without_ready), format_span(plan.outcome.ends_at)},
                     has_masters, restarted_by(totals.masters))));
  }
  out << table.text(has_headers) << '\n';
}

void print_clusters(std::ostream& out, const fleet::Fleet& fleet, const PlanOutcome& plan, bool has_headers) {
  const bool has_masters = plan.plan.masters.has_value();
  TextTable table{
      with_masters({"CLUSTER", "NODES DONE", "CONTAINERS", "RESTARTED", "NOT RECOVERED", "BEGINS", "ENDS", "STOPPED"},
                   has_masters, by_masters)};
  for (std::size_t index = 0; index < plan.outcome.clusters.size(); ++index) {
    const ClusterOutcome& cluster = plan.outcome.clusters[index];
    table.add(api::printable_lines(with_masters(
        {fleet.clusters[index].name, progress_text(cluster, cluster.rolled_back), std::to_string(cluster.containers),
         std::to_string(cluster.restarted), std::to_string(cluster.unrecovered_nodes), format_span(cluster.begins_at),
         format_span(cluster.ends_at), cluster.stopped_because.value_or("-")},
        has_masters, restarted_by(cluster.masters))));
  }
  out << table.text(has_headers);
  for (std::size_t index = 0; index < plan.outcome.clusters.size(); ++index) {
    const fleet::NamedNodes& nodes = plan.outcome.clusters[index].stopped_by;
    if (nodes.count == 0) continue;
    out << fmt::format("stopped because of {}\n", api::printable_line(names_of(fleet.clusters[index], nodes)));
  }
  out << '\n';
}

void print_workloads(std::ostream& out, const fleet::Fleet& fleet, const Outcome& outcome, bool has_headers) {
  constexpr std::size_t maximum = 10;
  const std::vector<TouchedWorkload> workloads = touched_workloads(outcome);
  if (workloads.empty()) return;
  TextTable table{
      {"CLUSTER", "WORKLOAD", "REPLICAS", "RESTARTS", "INTERRUPTIONS", "MOST DOWN", "NO READY REPLICA FOR", "AT"}};
  for (std::size_t index = 0; index < std::min(maximum, workloads.size()); ++index) {
    const fleet::Cluster& cluster = fleet.clusters[workloads[index].cluster];
    const fleet::WorkloadOutcome& found = *workloads[index].outcome;
    const bool was_gone = found.without_ready > sim::Duration{};
    table.add(api::printable_lines(
        {cluster.name, fleet::title(cluster.workloads[workloads[index].workload]), std::to_string(found.replicas),
         std::to_string(found.restarts), std::to_string(found.interruptions), std::to_string(found.max_down),
         was_gone ? format_span(found.without_ready) : "-", was_gone ? format_span(found.without_ready_since) : "-"}));
  }
  out << table.text(has_headers);
  if (workloads.size() > maximum) out << fmt::format("and {} more\n", counted(workloads.size() - maximum, "workload"));
  out << '\n';
}

/// Prints what the simulation does not decide.
void print_forecasts(std::ostream& out, const PlanOutcome& plan) {
  bool is_any = false;
  for (const auto& [cluster, forecast] : plan.forecasts) {
    for (const std::string& line : forecast_lines(forecast)) {
      out << api::printable_line(fmt::format("forecast for {}: {}", cluster, line)) << '\n';
      is_any = true;
    }
  }
  if (is_any) out << '\n';
}

void print_drain(std::ostream& out, const Outcome& outcome) {
  const fleet::DrainOutcome drain = drain_of(outcome);
  if (drain == fleet::DrainOutcome{}) return;
  out << fmt::format("{} evicted; disruption budgets rejected {}, which were retried\n", counted(drain.evicted, "pod"),
                     counted(drain.refused, "eviction"));
  if (drain.lost > 0) out << fmt::format("{} without a controller lost\n", counted(drain.lost, "pod"));
  if (drain.num_delayed > 0) out << fmt::format("{} waited for a node with room\n", counted(drain.num_delayed, "pod"));
  if (drain.without_node > 0) {
    out << fmt::format("{} unschedulable at the end\n", counted(drain.without_node, "pod"));
  }
}

void print_undrained(std::ostream& out, const fleet::Fleet& fleet, const Outcome& outcome, bool has_headers) {
  constexpr std::size_t maximum = 10;
  TextTable table{{"NOT DRAINED", "BECAUSE"}};
  std::size_t count = 0;
  for (std::size_t index = 0; index < outcome.clusters.size(); ++index) {
    if (!outcome.clusters[index].drain) continue;
    for (const fleet::UndrainedNode& node : outcome.clusters[index].drain->undrained) {
      if (++count <= maximum)
        table.add(api::printable_lines({node_title(fleet, static_cast<std::uint32_t>(index), node.node), node.reason}));
    }
  }
  if (count == 0) return;
  out << table.text(has_headers);
  if (count > maximum) out << fmt::format("and {} more\n", counted(count - maximum, "node"));
  out << '\n';
}

void print_restarts(std::ostream& out, const fleet::Tally& tally) {
  out << fmt::format("{} of {} restarted", tally.restarted, counted(tally.containers, "container"));
  const char* separator = ": ";
  for (std::size_t cause = 0; cause < fleet::cause_count; ++cause) {
    if (tally.restarts.at(cause) == 0) continue;
    out << std::exchange(separator, ", ") << to_string(static_cast<fleet::Cause>(cause)) << ' '
        << tally.restarts.at(cause);
  }
  out << '\n';
}

void print_causes(std::ostream& out, const Outcome& outcome) {
  const FleetTotals totals = totals_of(outcome);
  if (totals.masters) print_restarts(out << "by the masters' upgrade: ", *totals.masters);
  print_restarts(out, totals);
  if (totals.rolled_back > 0) {
    print_restarts(out << fmt::format("by rolling {} back: ", counted(totals.rolled_back, "node")), totals.roll_back);
  }
  if (!outcome.outages.empty()) {
    out << fmt::format("pods were not ready {}: p50 {}, p90 {}, p99 {}, longest {}\n",
                       counted(outcome.outages.size(), "time"), format_span(quantile(outcome.outages, 50)),
                       format_span(quantile(outcome.outages, 90)), format_span(quantile(outcome.outages, 99)),
                       format_span(outcome.outages.back()));
  }
  if (totals.failed_pods > 0) out << fmt::format("{} permanently failed\n", counted(totals.failed_pods, "pod"));
  print_drain(out, outcome);
  out << '\n';
}

void print_nodes(std::ostream& out, const fleet::Fleet& fleet, const PlanOutcome& plan, const std::string& command,
                 bool has_headers) {
  if (plan.outcome.worst.empty()) return;
  TextTable table{{"WORST NODES", "RESTARTED", "NOT READY", "REPLAY"}};
  for (const fleet::NodeOutcome& node : plan.outcome.worst) {
    table.add(api::printable_lines({stage_title(fleet, node), std::to_string(node.restarted),
                                    format_span(node.down) + (node.has_recovered ? "" : ", not recovered"),
                                    node_command(command, fleet, plan.plan, node)}));
  }
  out << table.text(has_headers) << '\n';
}

}  // namespace

void print_fleet_report(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans,
                        const std::string& command, bool has_headers) {
  if (plans.size() > 1) print_comparison(out, plans, has_headers);
  for (const PlanOutcome& plan : plans) {
    const FleetTotals totals = totals_of(plan.outcome);
    out << fmt::format("plan {}: {} of {} upgraded in {}\n", api::printable_line(plan.plan.name), totals.nodes_done,
                       counted(totals.nodes, "node"), format_span(plan.outcome.ends_at));
    print_causes(out, plan.outcome);
    print_clusters(out, fleet, plan, has_headers);
    print_forecasts(out, plan);
    print_undrained(out, fleet, plan.outcome, has_headers);
    print_workloads(out, fleet, plan.outcome, has_headers);
    print_nodes(out, fleet, plan, command, has_headers);
  }
}

}  // namespace podreel::cli
