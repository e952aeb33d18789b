#include "scenarios/fleet/format.hpp"

#include <fmt/format.h>

#include "engine/manifests/pod_name.hpp"
#include "scenarios/cluster/model/budget_format.hpp"
#include "scenarios/fleet/dump/format_dump.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/schema.hpp"
#include "scenarios/format/settings/kubelet_settings.hpp"
#include "scenarios/format/settings/node_settings.hpp"
#include "scenarios/format/shapes/manifests.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;
using language::Json;
using language::Object;
using language::Place;
using language::Shape;

constexpr std::uint32_t most_nodes = 1'000'000;
constexpr std::uint32_t most_replicas = 10'000'000;
constexpr std::uint32_t most_workloads_alike = 100'000;

/// The thing `count` times, as far as `has_room` for one more; several are named web-1, web-2 ….
template <class Thing, class HasRoom>
void add_copies(Thing&& thing, std::uint32_t count, std::vector<Thing>& things, const HasRoom& has_room) {
  if (count == 1 && has_room()) return things.push_back(std::move(thing));
  for (std::uint32_t number = 1; number <= count && has_room(); ++number) {
    things.push_back(thing);
    things.back().name += fmt::format("-{}", number);
  }
}

nlohmann::json written(const api::Tree& node, std::string_view field) {
  const api::Tree* found = node.find(field);
  return found == nullptr ? nlohmann::json() : api::to_json(*found);
}

/// metadata: {name: …}.
template <class T, class Access>
Shape<T> named(Access name) {
  return Object<T>{"fleetMetadata", "Its name."}.required("name", name, language::text(), "Its name.").shape();
}

Owner owner_of(std::string_view kind) {
  if (kind == "StatefulSet") return Owner::stateful_set;
  if (kind == "DaemonSet") return Owner::daemon_set;
  return Owner::replica_set;
}

void take_manifest(manifests::ManifestPod&& found, Workload& workload) {
  workload.namespace_name = manifests::namespace_of(found.pod);
  if (found.owner.empty()) {
    workload.name = found.pod.at("metadata").at("name").get<std::string>();
  } else {
    workload.is_parallel = found.is_parallel;
    workload.kind = found.owner.substr(0, found.owner.find('/'));
    workload.owner = owner_of(workload.kind);
    workload.name = found.owner.substr(found.owner.rfind('/') + 1);
  }
  workload.pod = std::make_shared<const nlohmann::json>(std::move(found.pod));
}

void check_workload(const api::Tree& node, const Place& place, WrittenWorkload& written) {
  const api::Tree* replicas = node.find("replicas");
  if (replicas != nullptr && written.workload.owner == Owner::daemon_set) {
    place.member("replicas").problem(replicas->mark, "a DaemonSet has one pod on each node that it fits");
  }
}

Shape<WrittenWorkload> workload_shape() {
  const auto manifest = language::adapted<Workload>(language::one_pod(), take_manifest);
  return Object<WrittenWorkload>{"workload", "Pods that are made from one template."}
      .required("manifest", &WrittenWorkload::workload, manifest,
                "A Deployment, StatefulSet, DaemonSet or anything else with a pod template, or a pod.")
      .field(
          "replicas", [](WrittenWorkload& it) -> std::uint32_t& { return it.workload.replicas; },
          language::integer<std::uint32_t>(1, most_replicas), "How many pods; default 1, whatever the manifest says.")
      .field("count", &WrittenWorkload::count, language::integer<std::uint32_t>(1, most_workloads_alike),
             "So many workloads alike, named web-1, web-2 …; default 1.")
      .check(check_workload)
      .shape();
}

Shape<NodePool> pool_shape() {
  const auto keep_kubelet = [](const api::Tree& node, const Place& /*place*/, NodePool& pool) {
    pool.written_kubelet = written(node, "kubelet");
  };
  return Object<NodePool>{"nodePool", "Nodes alike."}
      .required("name", &NodePool::name, language::text().example("workers"), "Its name; its nodes are workers-0 ….")
      .field("count", &NodePool::count, language::integer<std::uint32_t>(1, most_nodes), "How many nodes; default 1.")
      .required("kubelet", &NodePool::kubelet, language::kubelet_shape(), "The kubelet that runs before the plan.")
      .field("labels", &NodePool::labels, language::map_of<api::Labels>(language::possibly_empty_text()),
             "api::Labels of the nodes, beside those that every node has.")
      .field("taints", &NodePool::taints, language::taints_shape(), "Taints of the nodes.")
      .field("allocatable", &NodePool::allocatable, language::resource_list(),
             "What each node has for pods (cpu, memory, pods …); without it everything fits.")
      .check(keep_kubelet)
      .shape();
}

/// A cluster is found in a dump, or written.
void check_source(const api::Tree& node, const Place& place, WrittenCluster& /*written*/) {
  const bool is_dumped = node.find("dump") != nullptr;
  if (!is_dumped && node.find("workloads") == nullptr) {
    place.member("workloads").problem(node.mark, "required, but missing: what runs on the nodes");
  }
  for (const char* field : {"workloads", "podDisruptionBudgets"}) {
    const api::Tree* found = node.find(field);
    if (is_dumped && found != nullptr) place.member(field).problem(found->mark, "the dump says what the cluster has");
  }
}

Shape<WrittenCluster> cluster_shape() {
  const auto add_workloads = [](std::vector<WrittenWorkload>&& written, Cluster& cluster) {
    const auto has_room = [&cluster] { return cluster.workloads.size() <= most_workloads; };
    for (WrittenWorkload& each : written) add_copies(std::move(each.workload), each.count, cluster.workloads, has_room);
  };
  const auto cluster = [](WrittenCluster& written) -> Cluster& { return written.cluster; };
  return Object<WrittenCluster>{"cluster", "A cluster, or several alike."}
      .required(
          "name", [](WrittenCluster& written) -> std::string& { return written.cluster.name; },
          language::text().example("eu"), "Its name; of several, they are eu-1, eu-2 ….")
      .field("count", &WrittenCluster::count, language::integer<std::uint32_t>(1, most_clusters),
             "How many clusters alike; default 1.")
      .field(
          "apiServer",
          [](WrittenCluster& written) -> std::optional<release::Release>& { return written.cluster.api_server; },
          language::simulated_release(),
          "The release of its API server; default: that of each node's kubelet, of a dump with several the newest.")
      .field(
          "dump", cluster, dump_shape(),
          "Its nodes, pods and PodDisruptionBudgets, as `kubectl get nodes,pods,pdb -A -o json` prints them: a file, "
          "or several; pods stand where they stand.")
      .field(
          "nodePools", [](WrittenCluster& written) -> std::vector<NodePool>& { return written.cluster.pools; },
          language::list_of(pool_shape()), "Its nodes.")
      .field("workloads", cluster, language::adapted<Cluster>(language::list_of(workload_shape()), add_workloads),
             "What runs on them.")
      .field(
          "podDisruptionBudgets",
          [](WrittenCluster& written) -> std::vector<cluster::DisruptionBudget>& { return written.cluster.budgets; },
          language::list_of(cluster::budget_shape()), "What plans that drain nodes have to heed.")
      .exactly_one_of({"nodePools", "dump"})
      .check(check_source)
      .shape();
}

Shape<WrittenFleet> fleet_spec_shape() {
  const auto keep_runtime = [](const api::Tree& node, const Place& /*place*/, WrittenFleet& fleet) {
    fleet.written_runtime = written(node, "runtime");
  };
  const auto add_clusters = [](std::vector<WrittenCluster>&& written, WrittenFleet& fleet) {
    std::size_t pools = 0;
    std::size_t workloads = 0;
    for (WrittenCluster& each : written) {
      const std::size_t more_pools = each.cluster.pools.size();
      const std::size_t more_workloads = each.cluster.workloads.size();
      add_copies(std::move(each.cluster), each.count, fleet.clusters, [&] {
        const bool has_room =
            fleet.clusters.size() <= most_clusters && pools <= most_node_pools && workloads <= most_workloads;
        pools += more_pools;
        workloads += more_workloads;
        return has_room;
      });
    }
  };
  return Object<WrittenFleet>{"fleetSpec", "Clusters, and what runs on them."}
      .field("description", &WrittenFleet::description, language::text(), "One line for listings; more for readers.")
      .field("seed", &WrittenFleet::seed, language::integer<std::uint64_t>(0),
             "Decides what the input leaves open; default 1.")
      .field("age", &WrittenFleet::age, language::duration(1s),
             "How long all pods have been running when the plan begins; default 10m.")
      .field("runtime", &WrittenFleet::runtime, language::runtime_shape(),
             "How containers behave on all nodes, as in a scenario.")
      .required(
          "clusters", [](WrittenFleet& fleet) -> WrittenFleet& { return fleet; },
          language::adapted<WrittenFleet>(language::list_of(cluster_shape()), add_clusters), "The clusters.")
      .check(keep_runtime)
      .shape();
}

/// 35, or 1%.
Shape<Share> share_shape() {
  const std::string accepted = "a number of nodes, or a percentage from 1% to 100%";
  return {accepted,
          [accepted](const api::Tree& node, const Place& place, Share& share) {
            unsigned value = 0;
            const char* end = node.text.data() + node.text.size();
            const auto [stop, error] = std::from_chars(node.text.data(), end, value);
            const bool is_percentage = error == std::errc{} && end - stop == 1 && *stop == '%' && value <= 100;
            const bool is_count = node.kind == api::Tree::Kind::integer && error == std::errc{} && stop == end;
            if ((!is_percentage && !is_count) || value == 0) {
              place.mismatch(node, accepted);
              return false;
            }
            share = is_count ? Share{value, 0} : Share{0, value};
            return true;
          },
          [](language::Definitions&) {
            return Json{{"anyOf", Json::array({Json{{"type", "integer"}, {"minimum", 1}},
                                               Json{{"type", "string"}, {"pattern", "^(100|[1-9][0-9]?)%$"}}})},
                        {"examples", Json::array({"1%"})}};
          }};
}

Shape<Canaries> canaries_shape() {
  return Object<Canaries>{"canaries", "Nodes of each cluster that come before all others, and are looked at."}
      .required("nodes", &Canaries::nodes, language::integer<std::uint32_t>(1, most_nodes), "How many.")
      .field("watchedFor", &Canaries::watched_for, language::duration(),
             "From when the last of them is done until the others follow; default 0s.")
      .shape();
}

Shape<StopConditions> stop_shape() {
  const auto percent = language::integer<std::uint32_t>(0, 100);
  return Object<StopConditions>{
      "stopConditions",
      "What stops the plan; judged when a batch is done, and of all nodes of a cluster when its masters are."}
      .field("restartedPercent", &StopConditions::restarted_percent, percent,
             "More than this part of the containers on the nodes that had their turn was restarted.")
      .field("withoutReadyReplica", &StopConditions::without_ready_replica, language::duration(),
             "A workload has had no ready replica for longer than this.")
      .field("unrecoveredNodes", &StopConditions::unrecovered_nodes, language::integer<std::uint32_t>(0),
             "More than so many nodes have pods that were ready before their turn and are not after it.")
      .shape();
}

Shape<Drain> drain_shape() {
  const auto whole_seconds = [](sim::Duration&& written, std::optional<std::int64_t>& seconds) {
    seconds = std::chrono::ceil<std::chrono::seconds>(written).count();
  };
  return Object<Drain>{"drain", "What a node is rid of before its turn, as by `kubectl drain --ignore-daemonsets`."}
      .field("gracePeriod", &Drain::grace_period_seconds,
             language::adapted<std::optional<std::int64_t>>(language::duration(), whole_seconds),
             "Of all pods, in whole seconds; default: their own.")
      .field("timeout", &Drain::timeout, language::duration(1s),
             "How long a node may take until it is given up and uncordoned; default: for ever.")
      .field("disableEviction", &Drain::disable_eviction, language::boolean(),
             "Delete pods instead of evicting them: disruption budgets are not asked. Default false.")
      .field("force", &Drain::force, language::boolean(),
             "Delete pods that no controller keeps, too; without it their node cannot be drained. Default false.")
      .field("deleteEmptyDirData", &Drain::delete_empty_dir_data, language::boolean(),
             "Delete pods with emptyDir volumes, too; without it their node cannot be drained. Default false.")
      .shape();
}

/// The steps, and how they are written.
Shape<std::vector<actions::WrittenStep>> node_steps() {
  return language::list_of(actions::step_shape());
}

Shape<WrittenPlan> plan_spec_shape() {
  const auto of_plan = [](auto member) {
    return [member](WrittenPlan & written) -> auto& {
      return written.plan.*member;
    };
  };
  const auto keep_steps = [](const api::Tree& node, const Place& /*place*/, WrittenPlan& plan) {
    if (plan.masters) plan.plan.masters.emplace().steps.written = written(*node.find("masters"), "steps");
    plan.plan.node.written = written(node, "node");
    plan.plan.roll_back.written = written(node, "rollBack");
  };
  const auto check_watch = [](const api::Tree& node, const Place& place, WrittenPlan& plan) {
    if (!plan.plan.drain) return;
    if (const api::Tree* watch = node.find("watch")) {
      place.member("watch").problem(
          watch->mark, "a drained node is looked at until its pods are ready elsewhere, at most for `recovery`");
    }
    plan.plan.watch = plan.plan.recovery;
  };
  return Object<WrittenPlan>{"planSpec", "In which order nodes have their turn, and what happens to each."}
      .field("description", of_plan(&Plan::description), language::text(), "One line for listings; more for readers.")
      .required("node", &WrittenPlan::node, node_steps(),
                "What happens to a node, as in a scenario's timeline: its turn begins with its kubelet being stopped.")
      .field(
          "masters", &WrittenPlan::masters, masters_shape(),
          "The masters of each cluster come first, and stay what they are then: `rollBack` is for nodes. Default: the "
          "API server changes only where `node` says so, for each node at its turn.")
      .field(
          "drain", of_plan(&Plan::drain), drain_shape(),
          "Nodes are cordoned and drained before their turn, and uncordoned after it. Default: they keep their pods.")
      .field("watch", of_plan(&Plan::watch), language::duration(1s),
             "How long a node is looked at from then on; default 1m.")
      .field("recovery", of_plan(&Plan::recovery), language::duration(1s),
             "How long where pods are not as ready then as they were; default 10m.")
      .field("clusters", of_plan(&Plan::order), language::list_of(language::text().example("eu")),
             "Which clusters come first; the others follow in the fleet's order.")
      .field("clustersAtOnce", of_plan(&Plan::clusters_at_once), language::integer<std::uint32_t>(1, most_clusters),
             "How many clusters are in work at a time; default 1.")
      .field("canaries", of_plan(&Plan::canaries), canaries_shape(), "Nodes of each cluster that come first.")
      .field("batch", of_plan(&Plan::batch), share_shape(), "How many nodes of a cluster at a time; default 1.")
      .field("pause", of_plan(&Plan::pause), language::duration(), "Between a batch and the next one; default 0s.")
      .field("stop", of_plan(&Plan::stop), stop_shape(), "What stops the plan.")
      .field("rollBack", &WrittenPlan::roll_back, node_steps(),
             "What then happens to the nodes that had their turn; default: they are left as they are.")
      .check(keep_steps)
      .check(check_watch)
      .shape();
}

}  // namespace

const Shape<WrittenFleet>& fleet_shape() {
  static const Shape<WrittenFleet> shape = [] {
    const auto itself = [](WrittenFleet& fleet) -> WrittenFleet& { return fleet; };
    return Object<WrittenFleet>{"fleet", "Clusters of nodes, and what runs on them."}
        .required("apiVersion", &WrittenFleet::api_version,
                  language::one_of("a version of the format", {std::string{language::scenario_api_version}}),
                  "The version of the format.")
        .required("kind", &WrittenFleet::kind, language::one_of("a fleet", {std::string{language::fleet_kind}}),
                  "Fleet.")
        .required("metadata", itself, named<WrittenFleet>(&WrittenFleet::name), "The fleet's name.")
        .required("spec", itself, fleet_spec_shape(), "Its clusters.")
        .shape();
  }();
  return shape;
}

const Shape<WrittenPlan>& plan_shape() {
  static const Shape<WrittenPlan> shape = [] {
    const auto itself = [](WrittenPlan& plan) -> WrittenPlan& { return plan; };
    const auto name = [](WrittenPlan& plan) -> std::string& { return plan.plan.name; };
    return Object<WrittenPlan>{"fleetPlan", "How a fleet is upgraded."}
        .required("apiVersion", &WrittenPlan::api_version,
                  language::one_of("a version of the format", {std::string{language::scenario_api_version}}),
                  "The version of the format.")
        .required("kind", &WrittenPlan::kind, language::one_of("a plan", {std::string{language::fleet_plan_kind}}),
                  "FleetPlan.")
        .required("metadata", itself, named<WrittenPlan>(name), "The plan's name.")
        .required("spec", itself, plan_spec_shape(), "What happens in which order.")
        .shape();
  }();
  return shape;
}

nlohmann::ordered_json fleet_schema() {
  return language::schema_document(
      "fleet", "podreel fleet and fleet plan, v1alpha1", [](language::Definitions& definitions) {
        return Json{{"anyOf", Json::array({fleet_shape().schema(definitions), plan_shape().schema(definitions)})}};
      });
}

}  // namespace podreel::fleet
