#include "scenarios/fleet/format.hpp"

#include <fmt/format.h>

#include "engine/api/label_selector_text.hpp"
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
using format::Json;
using format::Object;
using format::Place;
using format::Shape;

constexpr std::uint32_t max_nodes = 1'000'000;
constexpr std::uint32_t max_replicas = 10'000'000;
constexpr std::uint32_t max_identical_workloads = 100'000;

/// Returns `count` copies of the thing while `has_room` for one more; several are named web-1, web-2 ….
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
  return Object<T>{"fleetMetadata", "Its name."}.required("name", name, format::text(), "Its name.").shape();
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
    place.member("replicas")
        .problem(replicas->mark, "not accepted for a DaemonSet, which has one pod on each node that it fits");
  }
}

Shape<WrittenWorkload> workload_shape() {
  const auto manifest = format::adapted<Workload>(format::one_pod(), take_manifest);
  return Object<WrittenWorkload>{"workload", "Pods from one template."}
      .required("manifest", &WrittenWorkload::workload, manifest,
                "A Deployment, StatefulSet, DaemonSet or anything else with a pod template, or a pod.")
      .field(
          "replicas", [](WrittenWorkload& it) -> std::uint32_t& { return it.workload.replicas; },
          format::integer<std::uint32_t>(1, max_replicas), "Number of pods; default 1, independent of the manifest.")
      .field("count", &WrittenWorkload::count, format::integer<std::uint32_t>(1, max_identical_workloads),
             "Number of equal workloads, named web-1, web-2 …; default 1.")
      .check(check_workload)
      .shape();
}

Shape<NodePool> pool_shape() {
  const auto keep_kubelet = [](const api::Tree& node, const Place& /*place*/, NodePool& pool) {
    pool.written_kubelet = written(node, "kubelet");
  };
  return Object<NodePool>{"nodePool", "Equal nodes."}
      .required("name", &NodePool::name, format::text().example("workers"), "Its name; its nodes are workers-0 ….")
      .field("count", &NodePool::count, format::integer<std::uint32_t>(1, max_nodes), "Number of nodes; default 1.")
      .required("kubelet", &NodePool::kubelet, format::kubelet_shape(), "The kubelet that runs before the plan.")
      .field("labels", &NodePool::labels, format::map_of<api::Labels>(format::possibly_empty_text()),
             "Labels of the nodes, in addition to those that every node has.")
      .field("taints", &NodePool::taints, format::taints_shape(), "Taints of the nodes.")
      .field("allocatable", &NodePool::allocatable, format::resource_list(),
             "Resources of each node for pods (cpu, memory, pods …). Without it, a node has enough of everything but "
             "extended resources and hugepages.")
      .check(keep_kubelet)
      .shape();
}

/// Checks that a cluster has either a dump or a written definition.
void check_source(const api::Tree& node, const Place& place, WrittenCluster& /*written*/) {
  const bool is_dumped = node.find("dump") != nullptr;
  if (!is_dumped && node.find("workloads") == nullptr) {
    place.member("workloads").problem(node.mark, "required, but missing: the workloads on the nodes");
  }
  for (const char* field : {"workloads", "podDisruptionBudgets"}) {
    const api::Tree* found = node.find(field);
    if (is_dumped && found != nullptr)
      place.member(field).problem(found->mark, "not accepted with `dump`, which defines the cluster");
  }
}

Shape<WrittenCluster> cluster_shape() {
  const auto add_workloads = [](std::vector<WrittenWorkload>&& written, Cluster& cluster) {
    const auto has_room = [&cluster] { return cluster.workloads.size() <= max_workloads; };
    for (WrittenWorkload& each : written) add_copies(std::move(each.workload), each.count, cluster.workloads, has_room);
  };
  const auto cluster = [](WrittenCluster& written) -> Cluster& { return written.cluster; };
  return Object<WrittenCluster>{"cluster", "A cluster, or several equal ones."}
      .required(
          "name", [](WrittenCluster& written) -> std::string& { return written.cluster.name; },
          format::text().example("eu"), "Its name; of several, they are eu-1, eu-2 ….")
      .field("count", &WrittenCluster::count, format::integer<std::uint32_t>(1, max_clusters),
             "Number of equal clusters; default 1.")
      .field(
          "apiServer",
          [](WrittenCluster& written) -> std::optional<release::Release>& { return written.cluster.api_server; },
          format::simulated_release(),
          "The release of its API server. Default: that of each node's kubelet, or the newest one of a dump with "
          "several.")
      .field("dump", cluster, dump_shape(),
             "Its nodes, pods and PodDisruptionBudgets, as `kubectl get nodes,pods,pdb -A -o json` prints them: a file "
             "or a list of files. Pods stay on their nodes.")
      .field(
          "nodePools", [](WrittenCluster& written) -> std::vector<NodePool>& { return written.cluster.pools; },
          format::list_of(pool_shape()), "Its nodes.")
      .field("workloads", cluster, format::adapted<Cluster>(format::list_of(workload_shape()), add_workloads),
             "The workloads on its nodes.")
      .field(
          "podDisruptionBudgets",
          [](WrittenCluster& written) -> std::vector<cluster::DisruptionBudget>& { return written.cluster.budgets; },
          format::list_of(cluster::budget_shape()), "Budgets that drains must respect.")
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
            fleet.clusters.size() <= max_clusters && pools <= max_node_pools && workloads <= max_workloads;
        pools += more_pools;
        workloads += more_workloads;
        return has_room;
      });
    }
  };
  return Object<WrittenFleet>{"fleetSpec", "Clusters and their workloads."}
      .field("description", &WrittenFleet::description, format::text(), "One line for listings; more for readers.")
      .field("seed", &WrittenFleet::seed, format::integer<std::uint64_t>(0), "Seed of all random choices; default 1.")
      .field("age", &WrittenFleet::age, format::duration(1s),
             "Time that all pods have run when the plan begins; default 10m.")
      .field("runtime", &WrittenFleet::runtime, format::runtime_shape(),
             "Behaviour of containers on all nodes, as in a scenario.")
      .required(
          "clusters", [](WrittenFleet& fleet) -> WrittenFleet& { return fleet; },
          format::adapted<WrittenFleet>(format::list_of(cluster_shape()), add_clusters), "The clusters.")
      .check(keep_runtime)
      .shape();
}

/// Accepts 35 or 1%.
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
          [](format::Definitions&) {
            return Json{{"anyOf", Json::array({Json{{"type", "integer"}, {"minimum", 1}},
                                               Json{{"type", "string"}, {"pattern", "^(100|[1-9][0-9]?)%$"}}})},
                        {"examples", Json::array({"1%"})}};
          }};
}

/// Accepts the text of a label selector.
Shape<api::LabelSelector> selector_shape() {
  const std::string accepted = "a label selector, such as 'canary=true,tier in (web,api)'";
  return {accepted,
          [accepted](const api::Tree& node, const Place& place, api::LabelSelector& selector) {
            api::ParsedLabelSelector parsed = api::parse_label_selector(node.text);
            if (node.kind != api::Tree::Kind::string || !parsed.malformed.empty() || node.text.empty()) {
              place.mismatch(node, accepted);
              return false;
            }
            selector = std::move(parsed.selector);
            return true;
          },
          [](format::Definitions&) {
            return Json{{"type", "string"}, {"minLength", 1}, {"examples", Json::array({"canary=true"})}};
          }};
}

Shape<Canaries> canaries_shape() {
  const auto check = [](const api::Tree& node, const Place& place, Canaries& canaries) {
    if (canaries.nodes > 0 || canaries.are_selected()) return;
    place.problem(node.mark, "found no canaries; accepted: `nodes`, or `nodePool`, `zone` or `selector`");
  };
  return Object<Canaries>{"canaries", "Nodes of each cluster that are upgraded first and then observed."}
      .field("nodes", &Canaries::nodes, format::integer<std::uint32_t>(1, max_nodes),
             "Number of these nodes; default: all that the other fields select.")
      .field("nodePool", &Canaries::node_pool, format::text().example("workers"), "The pool that they are in.")
      .field("zone", &Canaries::zone, format::text().example("eu-west-1a"),
             "Their zone, from the label topology.kubernetes.io/zone.")
      .field("selector", &Canaries::labels, selector_shape(), "Their labels, as for `kubectl get nodes --selector`.")
      .field("watchedFor", &Canaries::watched_for, format::duration(),
             "Time between the last of these nodes and the next batch; default 0s.")
      .check(check)
      .shape();
}

Shape<Windows> windows_shape() {
  const auto check = [](const api::Tree& node, const Place& place, Windows& windows) {
    if (windows.length <= windows.every) return;
    place.problem(node.mark, "`length` is longer than `every`");
  };
  return Object<Windows>{"windows",
                         "Maintenance windows. Masters and batches of nodes begin only in them; what has begun is "
                         "completed. The upgrade of each cluster begins with a window."}
      .required("length", &Windows::length, format::duration(1s), "Length of each window.")
      .field("every", &Windows::every, format::duration(1s),
             "Time from the beginning of a window to that of the next; default 24h.")
      .field("first", &Windows::first, format::duration(), "Beginning of the first window; default 0s.")
      .check(check)
      .shape();
}

Shape<StopConditions> stop_shape() {
  const auto percent = format::integer<std::uint32_t>(0, 100);
  return Object<StopConditions>{
      "stopConditions",
      "Conditions that stop the plan. They are checked after each batch and after the upgrade of a cluster's masters."}
      .field("restartedPercent", &StopConditions::restarted_percent, percent,
             "Stop if more than this percentage of the containers on upgraded nodes restarted.")
      .field("withoutReadyReplica", &StopConditions::without_ready_replica, format::duration(),
             "Stop if a workload had no ready replica for longer than this.")
      .field(
          "unrecoveredNodes", &StopConditions::unrecovered_nodes, format::integer<std::uint32_t>(0),
          "Stop if more than this number of nodes have pods that were ready before the upgrade and are not after it.")
      .shape();
}

Shape<Drain> drain_shape() {
  const auto whole_seconds = [](sim::Duration&& written, std::optional<std::int64_t>& seconds) {
    seconds = std::chrono::ceil<std::chrono::seconds>(written).count();
  };
  return Object<Drain>{"drain", "Drain of each node before its upgrade, as by `kubectl drain --ignore-daemonsets`."}
      .field("gracePeriod", &Drain::grace_period_seconds,
             format::adapted<std::optional<std::int64_t>>(format::duration(), whole_seconds),
             "Grace period of all pods, in whole seconds; default: their own.")
      .field("timeout", &Drain::timeout, format::duration(1s),
             "Maximum time for a node, after which it is uncordoned without an upgrade. Default: no limit.")
      .field("disableEviction", &Drain::disable_eviction, format::boolean(),
             "Delete pods instead of evicting them, which bypasses disruption budgets. Default false.")
      .field("force", &Drain::force, format::boolean(),
             "Also delete pods without a controller; otherwise their node cannot be drained. Default false.")
      .field("deleteEmptyDirData", &Drain::delete_empty_dir_data, format::boolean(),
             "Also delete pods with emptyDir volumes; otherwise their node cannot be drained. Default false.")
      .shape();
}

/// The steps as they are written.
Shape<std::vector<actions::WrittenStep>> node_steps() {
  return format::list_of(actions::step_shape());
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
  const auto check_roll_back = [](const api::Tree& node, const Place& place, WrittenPlan& plan) {
    if (!plan.plan.roll_back_at || node.find("rollBack") != nullptr) return;
    place.member("rollBack")
        .problem(node.mark, "required with `rollBackAt`, but missing: the steps for upgraded nodes");
  };
  const auto check_watch = [](const api::Tree& node, const Place& place, WrittenPlan& plan) {
    if (!plan.plan.drain) return;
    if (const api::Tree* watch = node.find("watch")) {
      place.member("watch").problem(watch->mark,
                                    "not accepted with `drain`: a drained node is observed until its pods are ready "
                                    "elsewhere, at most for `recovery`");
    }
    plan.plan.watch = plan.plan.recovery;
  };
  return Object<WrittenPlan>{"planSpec", "The order in which nodes are upgraded, and the steps for each."}
      .field("description", of_plan(&Plan::description), format::text(), "One line for listings; more for readers.")
      .required("node", &WrittenPlan::node, node_steps(),
                "Steps for a node, as in a scenario's timeline. Its kubelet is stopped when they begin, whether or not "
                "the first step is stopKubelet.")
      .field(
          "masters", &WrittenPlan::masters, masters_shape(),
          "Upgrades the masters of each cluster first; `rollBack` does not revert them, but only nodes. Default: the "
          "API server changes only as steps of `node` say, separately for each node.")
      .field("drain", of_plan(&Plan::drain), drain_shape(),
             "Cordon and drain nodes before their upgrade, and uncordon them after it. Default: they keep their pods.")
      .field("watch", of_plan(&Plan::watch), format::duration(1s),
             "Time for which a node is observed from the beginning of its upgrade; default 1m.")
      .field("recovery", of_plan(&Plan::recovery), format::duration(1s),
             "Time for which a node is observed if its pods have not recovered by then; default 10m.")
      .field("clusters", of_plan(&Plan::order), format::list_of(format::text().example("eu")),
             "Clusters that are upgraded first; the others follow in the fleet's order.")
      .field("clustersAtOnce", of_plan(&Plan::clusters_at_once), format::integer<std::uint32_t>(1, max_clusters),
             "Number of clusters that are upgraded at the same time; default 1.")
      .field("canaries", of_plan(&Plan::canaries), canaries_shape(), "Nodes of each cluster that are upgraded first.")
      .field("batch", of_plan(&Plan::batch), share_shape(),
             "Number of nodes of a cluster that are upgraded at the same time; default 1.")
      .field("pause", of_plan(&Plan::pause), format::duration(), "Pause between batches; default 0s.")
      .field("windows", of_plan(&Plan::windows), windows_shape(), "Times in which batches begin. Default: any time.")
      .field("stop", of_plan(&Plan::stop), stop_shape(), "Conditions that stop the plan.")
      .field("rollBackAt", of_plan(&Plan::roll_back_at), format::duration(),
             "Time since the plan began at which it is stopped, unless it has been stopped before. Upgraded nodes are "
             "rolled back then, also of clusters that are finished.")
      .field("rollBack", &WrittenPlan::roll_back, node_steps(),
             "Steps for upgraded nodes after a stop. The kubelet is stopped when they begin, as with `node`. Default: "
             "the nodes stay as they are.")
      .check(keep_steps)
      .check(check_watch)
      .check(check_roll_back)
      .shape();
}

}  // namespace

const Shape<WrittenFleet>& fleet_shape() {
  static const Shape<WrittenFleet> shape = [] {
    const auto itself = [](WrittenFleet& fleet) -> WrittenFleet& { return fleet; };
    return Object<WrittenFleet>{"fleet", "Clusters of nodes and their workloads."}
        .required("apiVersion", &WrittenFleet::api_version,
                  format::one_of("a version of the format", {std::string{format::scenario_api_version}}),
                  "The version of the format.")
        .required("kind", &WrittenFleet::kind, format::one_of("a fleet", {std::string{format::fleet_kind}}), "Fleet.")
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
    return Object<WrittenPlan>{"fleetPlan", "The upgrade of a fleet."}
        .required("apiVersion", &WrittenPlan::api_version,
                  format::one_of("a version of the format", {std::string{format::scenario_api_version}}),
                  "The version of the format.")
        .required("kind", &WrittenPlan::kind, format::one_of("a plan", {std::string{format::fleet_plan_kind}}),
                  "FleetPlan.")
        .required("metadata", itself, named<WrittenPlan>(name), "The plan's name.")
        .required("spec", itself, plan_spec_shape(), "The steps and their order.")
        .shape();
  }();
  return shape;
}

nlohmann::ordered_json fleet_schema() {
  return format::schema_document(
      "fleet", "podreel fleet and fleet plan, v1alpha1", [](format::Definitions& definitions) {
        return Json{{"anyOf", Json::array({fleet_shape().schema(definitions), plan_shape().schema(definitions)})}};
      });
}

}  // namespace podreel::fleet
