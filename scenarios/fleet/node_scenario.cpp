#include "scenarios/fleet/node_scenario.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "engine/sim/random.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/format/actions/kubelet.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::fleet {

namespace {

using nlohmann::ordered_json;

std::uint64_t seed_of(const Fleet& fleet, const Cluster& cluster, std::uint32_t index) {
  // 63 bits, which every YAML reader accepts as an integer.
  return sim::mix(sim::mix(fleet.seed) ^ sim::hash_name(fmt::format("{}/{}", cluster.name, index))) >> 1U;
}

/// Returns "eu/workers-17".
std::string name_of(const Cluster& cluster, std::uint32_t index) {
  return fmt::format("{}/{}", cluster.name, node_name(cluster, index));
}

ordered_json written_taints(const std::vector<kubelet::Taint>& taints) {
  ordered_json list = ordered_json::array();
  for (const kubelet::Taint& taint : taints) {
    ordered_json item{{"key", taint.key}, {"effect", taint.effect}};
    if (!taint.value.empty()) item["value"] = taint.value;
    list.push_back(std::move(item));
  }
  return list;
}

ordered_json written_pods(const Cluster& cluster, const std::vector<Replica>& pods) {
  ordered_json list = ordered_json::array();
  for (const Replica& replica : pods) {
    const Workload& workload = cluster.workloads[replica.workload];
    ordered_json pod = *manifest_of(workload, replica.ordinal);
    pod["metadata"]["name"] = pod_name(workload, replica.ordinal);
    pod["metadata"]["namespace"] = workload.namespace_name;
    list.push_back(std::move(pod));
  }
  return list;
}

ordered_json written_node(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                          const std::vector<Replica>& pods) {
  const NodePool& pool = *node_at(cluster, index).pool;
  ordered_json node{{"name", node_name(cluster, index)}, {"kubelet", pool.written_kubelet}};
  if (cluster.api_server) node["apiServer"] = {{"version", release::to_string(*cluster.api_server)}};
  if (!pool.labels.empty()) node["labels"] = pool.labels;
  if (!pool.taints.empty()) node["taints"] = written_taints(pool.taints);
  if (pool.allocatable) node["allocatable"] = *pool.allocatable;
  node["settled"] = {{"for", format::duration_text(fleet.age)}, {"pods", written_pods(cluster, pods)}};
  return node;
}

format::Scenario settled_scenario(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                  const std::vector<Replica>& pods) {
  const NodePool& pool = *node_at(cluster, index).pool;
  format::Scenario scenario;
  scenario.name = name_of(cluster, index);
  scenario.file = fleet.file;
  scenario.seed = seed_of(fleet, cluster, index);
  scenario.node.name = node_name(cluster, index);
  scenario.node.kubelet = pool.kubelet;
  scenario.node.api_server.version = cluster.api_server;
  if (!pool.labels.empty()) scenario.node.labels = pool.labels;
  scenario.node.taints = pool.taints;
  scenario.node.allocatable = pool.allocatable;
  format::SettledSettings& settled = scenario.node.settled.emplace();
  settled.age = fleet.age;
  for (const Replica& replica : pods) {
    const Workload& workload = cluster.workloads[replica.workload];
    settled.pods.push_back({full_pod_name(workload, replica.ordinal), manifest_of(workload, replica.ordinal)});
  }
  scenario.runtime = fleet.runtime;
  return scenario;
}

void append(const NodeSteps& steps, sim::Duration later, std::vector<format::Step>& timeline) {
  for (format::Step step : steps.steps) {
    step.at += later;
    timeline.push_back(std::move(step));
  }
}

void append(const NodeSteps& steps, sim::Duration later, ordered_json& timeline) {
  for (const format::Step& step : steps.steps) {
    ordered_json written{{"at", format::duration_text(later + step.at)}};
    for (const auto& [field, value] : steps.written_as(step).items()) {
      if (field != "at") written[field] = value;
    }
    timeline.push_back(std::move(written));
  }
}

ordered_json written_timeline(const Plan& plan) {
  ordered_json timeline = ordered_json::array();
  if (!plan.masters) {
    const auto has_action = [](const nlohmann::json& step) { return step.size() > 1; };
    std::ranges::copy_if(plan.node.written, std::back_inserter(timeline), has_action);
    return timeline;
  }
  const sim::Duration turn = turn_begins(plan);
  timeline.push_back({{"at", format::duration_text({})}, {"startKubelet", ordered_json::object()}});
  append(plan.masters->steps, masters_begin(plan), timeline);
  timeline.push_back({{"at", format::duration_text(turn)}, {"stopKubelet", ordered_json::object()}});
  append(plan.node, turn, timeline);
  return timeline;
}

}  // namespace

sim::Duration masters_begin(const Plan& plan) noexcept {
  if (!plan.masters) return {};
  return timing::node_warm_up;
}

sim::Duration turn_begins(const Plan& plan) noexcept {
  return plan.masters ? masters_begin(plan) + plan.masters->watched_for : sim::Duration{};
}

format::Scenario masters_scenario(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                                  const std::vector<Replica>& pods, const Plan& plan) {
  format::Scenario scenario = settled_scenario(fleet, cluster, index, pods);
  scenario.duration = turn_begins(plan);
  scenario.timeline.push_back({{}, actions::start_kubelet(), {}, {}});
  append(plan.masters->steps, masters_begin(plan), scenario.timeline);
  return scenario;
}

format::Scenario node_scenario(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                               const std::vector<Replica>& pods, const Plan& plan) {
  const sim::Duration turn = turn_begins(plan);
  format::Scenario scenario = plan.masters ? masters_scenario(fleet, cluster, index, pods, plan)
                                           : settled_scenario(fleet, cluster, index, pods);
  scenario.duration = turn + plan.watch;
  if (plan.masters) scenario.timeline.push_back({turn, actions::stop_kubelet(), {}, {}});
  append(plan.node, turn, scenario.timeline);
  return scenario;
}

format::Scenario and_back(format::Scenario scenario, const Plan& plan, sim::Duration at) {
  append(plan.roll_back, at, scenario.timeline);
  return scenario;
}

ordered_json node_document(const Fleet& fleet, const Cluster& cluster, std::uint32_t index,
                           const std::vector<Replica>& pods, const Plan& plan, sim::Duration duration) {
  ordered_json spec{{"description", fmt::format("Plan {} on node {} of the fleet {}.", plan.name,
                                                name_of(cluster, index), fleet.name)},
                    {"duration", format::duration_text(duration)},
                    {"seed", seed_of(fleet, cluster, index)},
                    {"node", written_node(fleet, cluster, index, pods)}};
  if (!fleet.written_runtime.is_null()) spec["runtime"] = fleet.written_runtime;
  spec["timeline"] = written_timeline(plan);
  return {{"apiVersion", format::scenario_api_version},
          {"kind", format::scenario_kind},
          {"metadata", {{"name", fmt::format("{}-{}", cluster.name, node_name(cluster, index))}}},
          {"spec", std::move(spec)}};
}

}  // namespace podreel::fleet
