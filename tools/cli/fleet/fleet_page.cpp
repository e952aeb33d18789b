#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/printable.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tools/cli/fleet/fleet_curve.hpp"
#include "tools/cli/fleet/fleet_report.hpp"
#include "tools/pages/run/page.hpp"
#include "tools/text/script_safe.hpp"
#include "tools/text/version.hpp"

namespace podreel::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_bins_per_plan = 1'500;
/// Maximum number of bins of all clusters of a plan together.
constexpr std::size_t max_cluster_bins = 2'500;
constexpr std::size_t min_bins_per_cluster = 16;
constexpr std::size_t max_workloads_per_plan = 5'000;
constexpr std::size_t max_undrained_nodes = 10;

/// Returns one value of each bin.
template <class Bin, class Value>
Json series(const std::vector<Bin>& bins, const Value& value) {
  Json values = Json::array();
  for (const Bin& bin : bins) values.push_back(value(bin));
  return values;
}

/// Returns the average number of pods in a bin; small numbers keep a fraction.
double mean(fleet::PodTime down, sim::Duration width) {
  const auto unit = std::chrono::duration_cast<fleet::PodTime>(width);
  const int parts = down < unit * 100 ? 100 : 1;
  return static_cast<double>((down * parts + unit / 2) / unit) / parts;
}

/// Converts a time to the coordinate at which it is drawn.
double drawn_seconds(sim::Duration time) {
  return static_cast<double>(std::chrono::round<std::chrono::milliseconds>(time).count()) / 1e3;
}

/// Rounds a time as texts do.
double in_plot_seconds(sim::Duration time) {
  using namespace std::chrono_literals;
  const std::chrono::milliseconds unit = time < 1s ? 1ms : time < 10s ? 10ms : time < 2min ? 100ms : 1'000ms;
  return static_cast<double>((time + unit / 2) / unit * unit.count()) / 1e3;
}

Json curve_of_page(const fleet::Outcome& outcome) {
  const Curve curve = curve_of(outcome, max_bins_per_plan);
  const sim::Duration width = std::chrono::seconds{curve.bin_seconds};
  Json document{{"width", curve.bin_seconds},
                {"notReady", series(curve.bins, [width](const Curve::Bin& bin) { return mean(bin.down, width); })},
                {"maxNotReady", series(curve.bins, [](const Curve::Bin& bin) { return bin.max_down; })}};
  const auto add_rate = [&](const char* sums, const char* peaks, Curve::Rate Curve::Bin::*rate) {
    document[sums] = series(curve.bins, [rate](const Curve::Bin& bin) { return (bin.*rate).sum; });
    document[peaks] = series(curve.bins, [rate](const Curve::Bin& bin) { return (bin.*rate).maximum; });
  };
  add_rate("restarts", "maxRestarts", &Curve::Bin::restarts);
  add_rate("apiWrites", "maxApiWrites", &Curve::Bin::api_writes);
  add_rate("imagePulls", "maxImagePulls", &Curve::Bin::image_pulls);
  return document;
}

Json page_time_series(fleet::TimeSeries time_series, std::size_t clusters) {
  using Bin = fleet::TimeSeries::Bin;
  time_series.coarsen(std::max(max_cluster_bins / clusters, min_bins_per_cluster));
  const std::vector<Bin>& bins = time_series.bins();
  return {{"width", drawn_seconds(time_series.width())},
          {"notReady", series(bins, [&](const Bin& bin) { return mean(bin.down, time_series.width()); })},
          {"maxNotReady", series(bins, [](const Bin& bin) { return bin.max_down; })},
          {"restarts", series(bins, [](const Bin& bin) { return bin.restarts; })},
          {"apiWrites", series(bins, [](const Bin& bin) { return bin.api_writes; })},
          {"nodes", series(bins, [](const Bin& bin) { return bin.nodes_done; })}};
}

std::uint64_t pods_of(const fleet::ClusterOutcome& cluster) {
  std::uint64_t pods = 0;
  for (const fleet::WorkloadOutcome& workload : cluster.workloads) pods += workload.replicas;
  return pods;
}

Json cluster_of_page(const fleet::Cluster& described, const fleet::ClusterOutcome& cluster, std::size_t clusters) {
  Json document{{"done", cluster.nodes_done},
                {"rolledBack", cluster.rolled_back},
                {"restarted", cluster.restarted},
                {"containers", cluster.containers},
                {"pods", pods_of(cluster)},
                {"notRecovered", cluster.unrecovered_nodes},
                {"begins", drawn_seconds(cluster.begins_at)},
                {"ends", drawn_seconds(cluster.ends_at)}};
  if (cluster.stopped_because) {
    const std::string by = cluster.stopped_by.count == 0 ? "" : ", by " + names_of(described, cluster.stopped_by);
    document["stopped"] = api::printable_line(*cluster.stopped_because + by);
  }
  document["course"] = page_time_series(cluster.time_series, clusters);
  return document;
}

/// The page of one fleet and its plans.
class FleetPage {
 public:
  FleetPage(const fleet::Fleet& fleet, const std::string& command) : fleet_{fleet}, command_{command} {}

  Json document(const std::vector<PlanOutcome>& plans) {
    Json plan_documents = Json::array();
    for (const PlanOutcome& plan : plans) plan_documents.push_back(plan_of_page(plan));
    Json document{{"fleet", api::printable_line(fleet_.name)},
                  {"description", api::printable_text(fleet_.description)},
                  {"command", api::printable_line(command_)},
                  {"podreel", podreel_version},
                  {"causes", Json::array()},
                  {"clusters", Json::array()}};
    for (std::size_t cause = 0; cause < fleet::cause_count; ++cause) {
      document["causes"].push_back(to_string(static_cast<fleet::Cause>(cause)));
    }
    for (const fleet::Cluster& cluster : fleet_.clusters) {
      document["clusters"].push_back({{"name", api::printable_line(cluster.name)},
                                      {"nodes", fleet::node_count(cluster)},
                                      {"workloads", cluster.workloads.size()}});
    }
    document["workloads"] = titles_;
    document["plans"] = std::move(plan_documents);
    return document;
  }

 private:
  Json plan_of_page(const PlanOutcome& plan) {
    const fleet::Outcome& outcome = plan.outcome;
    Json document{{"name", api::printable_line(plan.plan.name)},
                  {"description", api::printable_text(plan.plan.description)},
                  {"how", ways_of(plan.plan)},
                  {"ends", drawn_seconds(outcome.ends_at)}};
    if (outcome.stopped_in) document["stoppedIn"] = *outcome.stopped_in;
    add_totals(document, outcome);
    if (plan.plan.masters) document["masters"] = masters_of_page(totals_of(outcome));
    if (plan.plan.drain) document["drain"] = drain_of_page(outcome);
    document["curve"] = curve_of_page(outcome);
    document["clusters"] = Json::array();
    for (std::size_t index = 0; index < outcome.clusters.size(); ++index) {
      document["clusters"].push_back(
          cluster_of_page(fleet_.clusters[index], outcome.clusters[index], outcome.clusters.size()));
    }
    add_workloads(document, outcome);
    document["worst"] = Json::array();
    for (const fleet::NodeOutcome& node : outcome.worst) {
      document["worst"].push_back({{"node", api::printable_line(stage_title(fleet_, node))},
                                   {"restarted", node.restarted},
                                   {"down", in_plot_seconds(node.down)},
                                   {"recovered", node.has_recovered},
                                   {"command", api::printable_line(node_command(command_, fleet_, plan.plan, node))}});
    }
    return document;
  }

  static void add_totals(Json& document, const fleet::Outcome& outcome) {
    const FleetTotals totals = totals_of(outcome);
    document.update({{"nodes", totals.nodes},
                     {"done", totals.nodes_done},
                     {"notRecovered", totals.unrecovered_nodes},
                     {"failedPods", totals.failed_pods},
                     {"containers", totals.containers},
                     {"restarted", totals.restarted},
                     {"restarts", totals.restarts},
                     {"down", std::chrono::round<std::chrono::seconds>(totals.down).count()},
                     {"withoutReady", totals.without_ready},
                     {"maxWithoutReady", in_plot_seconds(totals.max_without_ready)}});
    document["outages"] = {{"count", outcome.outages.size()},
                           {"p50", in_plot_seconds(quantile(outcome.outages, 50))},
                           {"p99", in_plot_seconds(quantile(outcome.outages, 99))},
                           {"max", in_plot_seconds(quantile(outcome.outages, 100))}};
  }

  static Json masters_of_page(const FleetTotals& totals) {
    const fleet::MastersOutcome masters = totals.masters.value_or(fleet::MastersOutcome{});
    return {{"containers", masters.containers}, {"restarted", masters.restarted}, {"interruptions", masters.outages}};
  }

  /// Describes the plan in words.
  static Json ways_of(const fleet::Plan& plan) {
    const auto count = [](const fleet::Share& share) {
      return share.percent > 0 ? fmt::format("{} %", share.percent) : fmt::format("{}", share.nodes);
    };
    Json ways = Json::array({plan.drain ? "drains nodes" : "in place"});
    if (plan.masters) {
      ways.push_back(fmt::format("masters first, watched for {}", format::duration_text(plan.masters->watched_for)));
    }
    if (plan.canaries.nodes > 0 || plan.canaries.are_selected()) {
      ways.push_back(fmt::format(
          "canaries: {}{}, watched for {}", plan.canaries.nodes > 0 ? fmt::format("{}", plan.canaries.nodes) : "all",
          plan.canaries.are_selected() ? " of those selected" : "", format::duration_text(plan.canaries.watched_for)));
    }
    if (plan.windows) {
      ways.push_back(fmt::format("windows of {} every {}", format::duration_text(plan.windows->length),
                                 format::duration_text(plan.windows->every)));
    }
    if (plan.roll_back_at) ways.push_back(fmt::format("rolled back at {}", format::duration_text(*plan.roll_back_at)));
    ways.push_back(fmt::format("batches of {} of a cluster's nodes", count(plan.batch)));
    if (plan.pause > sim::Duration{}) ways.push_back(fmt::format("{} between them", format::duration_text(plan.pause)));
    if (plan.clusters_at_once > 1) ways.push_back(fmt::format("{} clusters at a time", plan.clusters_at_once));
    return ways;
  }

  [[nodiscard]] Json drain_of_page(const fleet::Outcome& outcome) const {
    const fleet::DrainOutcome drain = drain_of(outcome);
    Json nodes = Json::array();
    std::size_t count = 0;
    for (std::uint32_t index = 0; index < outcome.clusters.size(); ++index) {
      if (!outcome.clusters[index].drain) continue;
      for (const fleet::UndrainedNode& node : outcome.clusters[index].drain->undrained) {
        if (++count > max_undrained_nodes) continue;
        nodes.push_back({api::printable_line(node_title(fleet_, index, node.node)), api::printable_line(node.reason)});
      }
    }
    return {{"evicted", drain.evicted},           {"lost", drain.lost},
            {"refused", drain.refused},           {"hadToWait", drain.num_delayed},
            {"withoutNode", drain.without_node},  {"notDrained", count},
            {"notDrainedNodes", std::move(nodes)}};
  }

  /// Adds rows of [cluster, title, replicas, restarts, interruptions, maximum down, total time not ready, longest time
  /// without a ready replica, its start].
  void add_workloads(Json& document, const fleet::Outcome& outcome) {
    const std::vector<TouchedWorkload> touched = touched_workloads(outcome);
    document["touchedWorkloads"] = touched.size();
    Json& rows = document["workloads"] = Json::array();
    for (const TouchedWorkload& each : touched) {
      if (rows.size() == max_workloads_per_plan) break;
      const fleet::WorkloadOutcome& found = *each.outcome;
      rows.push_back({each.cluster, title_index(fleet_.clusters[each.cluster].workloads[each.workload]), found.replicas,
                      found.restarts, found.interruptions, found.max_down, in_plot_seconds(found.down),
                      in_plot_seconds(found.without_ready), in_plot_seconds(found.without_ready_since)});
    }
  }

  /// Returns the index of a title, which workloads of several clusters share.
  std::size_t title_index(const fleet::Workload& workload) {
    const auto [known, is_new] =
        title_indices_.try_emplace(api::printable_line(fleet::title(workload)), titles_.size());
    if (is_new) titles_.push_back(known->first);
    return known->second;
  }

  const fleet::Fleet& fleet_;
  const std::string& command_;
  Json titles_ = Json::array();
  std::map<std::string, std::size_t> title_indices_;
};

}  // namespace

std::string fleet_page_data(const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans,
                            const std::string& command) {
  return api::printable_json(FleetPage{fleet, command}.document(plans));
}

void print_fleet_page(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans,
                      const std::string& command) {
  print_page(out, Page::fleet, script_safe(fleet_page_data(fleet, plans, command)));
}

}  // namespace podreel::cli
