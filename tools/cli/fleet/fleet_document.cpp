#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "engine/api/printable.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/fleet/fleet_report.hpp"

namespace podreel::cli {

namespace {

using Json = nlohmann::ordered_json;

Json restarts_document(const std::array<std::uint64_t, fleet::cause_count>& restarts) {
  Json causes = Json::object();
  for (std::size_t cause = 0; cause < fleet::cause_count; ++cause) {
    if (restarts.at(cause) > 0) causes[std::string{to_string(static_cast<fleet::Cause>(cause))}] = restarts.at(cause);
  }
  return causes;
}

Json workload_document(const fleet::Workload& workload, const fleet::WorkloadOutcome& outcome) {
  return {{"workload", fleet::title(workload)},
          {"replicas", outcome.replicas},
          {"restarts", outcome.restarts},
          {"interruptions", outcome.interruptions},
          {"maxDown", outcome.max_down},
          {"down", format::in_seconds(outcome.down)},
          {"withoutReadyReplica", format::in_seconds(outcome.without_ready)},
          {"withoutReadyReplicaSince", format::in_seconds(outcome.without_ready_since)}};
}

Json masters_document(const fleet::MastersOutcome& masters) {
  return {{"containers", masters.containers},
          {"restarted", masters.restarted},
          {"restarts", restarts_document(masters.restarts)},
          {"failedPods", masters.failed_pods},
          {"notRecovered", masters.unrecovered_nodes},
          {"interruptions", masters.outages}};
}

Json drain_document(const fleet::Cluster& cluster, const fleet::DrainOutcome& drain) {
  Json document{{"evicted", drain.evicted},          {"lost", drain.lost},
                {"refused", drain.refused},          {"hadToWait", drain.num_delayed},
                {"withoutNode", drain.without_node}, {"notDrained", Json::array()}};
  for (const fleet::UndrainedNode& node : drain.undrained) {
    document["notDrained"].push_back({{"node", fleet::node_name(cluster, node.node)}, {"reason", node.reason}});
  }
  return document;
}

Json nodes_document(const fleet::Cluster& cluster, const fleet::NamedNodes& nodes) {
  Json names = Json::array();
  for (const std::uint32_t node : nodes.first) names.push_back(fleet::node_name(cluster, node));
  return {{"count", nodes.count}, {"first", std::move(names)}};
}

Json time_series_document(const fleet::TimeSeries& time_series) {
  Json bins = Json::array();
  for (const fleet::TimeSeries::Bin& bin : time_series.bins()) {
    bins.push_back({{"maxNotReady", bin.max_down},
                    {"notReadySeconds", format::in_seconds(bin.down)},
                    {"restarts", bin.restarts},
                    {"apiWrites", bin.api_writes},
                    {"imagePulls", bin.image_pulls},
                    {"nodesDone", bin.nodes_done}});
  }
  return {{"binSeconds", format::in_seconds(time_series.width())}, {"bins", std::move(bins)}};
}

Json roll_back_document(const fleet::Tally& tally) {
  return {{"containers", tally.containers},
          {"restarted", tally.restarted},
          {"restarts", restarts_document(tally.restarts)},
          {"notRecovered", tally.unrecovered_nodes},
          {"failedPods", tally.failed_pods}};
}

Json cluster_document(const fleet::Cluster& cluster, const fleet::ClusterOutcome& outcome) {
  Json document{{"cluster", cluster.name},
                {"nodes", outcome.nodes},
                {"nodesDone", outcome.nodes_done},
                {"rolledBack", outcome.rolled_back},
                {"notRecovered", outcome.unrecovered_nodes},
                {"containers", outcome.containers},
                {"restarted", outcome.restarted},
                {"restarts", restarts_document(outcome.restarts)},
                {"failedPods", outcome.failed_pods},
                {"begins", format::in_seconds(outcome.begins_at)},
                {"ends", format::in_seconds(outcome.ends_at)}};
  if (outcome.rolled_back > 0) document["rollBack"] = roll_back_document(outcome.roll_back);
  if (outcome.masters) document["masters"] = masters_document(*outcome.masters);
  if (outcome.drain) document["drain"] = drain_document(cluster, *outcome.drain);
  if (outcome.stopped_because) document["stoppedBecause"] = *outcome.stopped_because;
  if (outcome.stopped_by.count > 0) document["stoppedBy"] = nodes_document(cluster, outcome.stopped_by);
  document["course"] = time_series_document(outcome.time_series);
  document["workloads"] = Json::array();
  for (std::size_t index = 0; index < outcome.workloads.size(); ++index) {
    document["workloads"].push_back(workload_document(cluster.workloads[index], outcome.workloads[index]));
  }
  return document;
}

Json seconds_document(const fleet::Outcome& outcome) {
  Json instants = Json::array();
  std::int64_t down = 0;
  for (const auto& [second, instant] : outcome.seconds) {
    down += instant.down;
    instants.push_back({{"at", second},
                        {"notReady", down},
                        {"maxNotReady", instant.max_down},
                        {"restarts", instant.restarts},
                        {"apiWrites", instant.api_writes},
                        {"imagePulls", instant.image_pulls}});
  }
  return instants;
}

/// Prints JSON as a part of an enclosing document.
void print_indented(std::ostream& out, std::string_view json, std::size_t indent) {
  const std::string margin(indent, ' ');
  for (std::size_t begin = 0; begin < json.size();) {
    const std::size_t end = std::min(json.find('\n', begin), json.size() - 1) + 1;
    out << margin << json.substr(begin, end - begin);
    begin = end;
  }
}

/// Removes a member from a document, and returns it.
Json taken(Json& document, const char* member) {
  Json value = std::move(document.at(member));
  document.erase(member);
  return value;
}

class FleetLines {
 public:
  FleetLines(std::ostream& out, std::string plan) : out_{out}, plan_{std::move(plan)} {}

  void print_plan(Json&& plan) {
    Json clusters = taken(plan, "clusters");
    const Json nodes = taken(plan, "worstNodes");
    const Json seconds = taken(plan, "seconds");
    print("plan", plan);
    for (Json& cluster : clusters) print_cluster(std::move(cluster));
    for (const Json& node : nodes) print("node", node);
    for (const Json& second : seconds) print("second", second);
  }

 private:
  void print_cluster(Json&& cluster) {
    const Json workloads = taken(cluster, "workloads");
    print("cluster", cluster);
    for (const Json& workload : workloads) {
      Json named{{"cluster", cluster.at("cluster")}};
      named.update(workload);
      print("workload", named);
    }
  }

  void print(const char* kind, const Json& rest) {
    Json line{{"kind", kind}, {"plan", plan_}};
    line.update(rest);
    print_document(out_, OutputFormat::jsonl, line);
  }

  std::ostream& out_;
  std::string plan_;
};

}  // namespace

Json fleet_plan_document(const fleet::Fleet& fleet, const PlanOutcome& plan) {
  const fleet::Outcome& outcome = plan.outcome;
  Json document{{"plan", plan.plan.name}, {"ends", format::in_seconds(outcome.ends_at)}, {"clusters", Json::array()}};
  for (std::size_t index = 0; index < outcome.clusters.size(); ++index) {
    Json& cluster = document["clusters"].emplace_back(cluster_document(fleet.clusters[index], outcome.clusters[index]));
    const auto forecast = plan.forecasts.find(fleet.clusters[index].name);
    if (forecast != plan.forecasts.end()) cluster["forecast"] = forecast_document(forecast->second);
  }
  document["outages"] = {{"count", outcome.outages.size()},
                         {"p50", format::in_seconds(quantile(outcome.outages, 50))},
                         {"p90", format::in_seconds(quantile(outcome.outages, 90))},
                         {"p99", format::in_seconds(quantile(outcome.outages, 99))},
                         {"max", format::in_seconds(quantile(outcome.outages, 100))}};
  document["worstNodes"] = Json::array();
  for (const fleet::NodeOutcome& node : outcome.worst) {
    Json node_document{{"node", node_title(fleet, node.cluster, node.node)},
                       {"restarted", node.restarted},
                       {"down", format::in_seconds(node.down)},
                       {"recovered", node.has_recovered}};
    if (node.stage == fleet::Stage::masters) node_document["stage"] = "masters";
    document["worstNodes"].push_back(std::move(node_document));
  }
  document["seconds"] = seconds_document(outcome);
  return document;
}

nlohmann::ordered_json fleet_document(const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans) {
  Json document{{"fleet", fleet.name}, {"plans", Json::array()}};
  for (const PlanOutcome& plan : plans) document["plans"].push_back(fleet_plan_document(fleet, plan));
  return document;
}

void print_fleet_json(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans) {
  constexpr int indent = 4;
  out << "{\n    \"fleet\": " << api::printable_json(Json(fleet.name)) << ",\n    \"plans\": [";
  for (const PlanOutcome& plan : plans) {
    out << (&plan == plans.data() ? "\n" : ",\n");
    print_indented(out, api::printable_json(fleet_plan_document(fleet, plan), indent), std::size_t{2 * indent});
  }
  out << "\n    ]\n}\n";
}

void print_fleet_lines(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans) {
  for (const PlanOutcome& plan : plans) FleetLines{out, plan.plan.name}.print_plan(fleet_plan_document(fleet, plan));
}

}  // namespace podreel::cli
