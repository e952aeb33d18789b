#include "scenarios/fleet/load.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "scenarios/fleet/format.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/fleet/order.hpp"
#include "scenarios/fleet/results/fingerprint.hpp"
#include "scenarios/fleet/workload_check.hpp"
#include "scenarios/format/actions/kubelet.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/references.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/format/timeline.hpp"

namespace podreel::fleet {

namespace {

using format::Place;
using format::Reading;

constexpr std::uint64_t max_fleet_nodes = 10'000'000;
constexpr std::uint64_t max_pods_per_cluster = 10'000'000;

bool is_kind(const api::Tree& document, std::string_view kind) {
  const api::Tree* found = document.find("kind");
  return found != nullptr && found->text == kind;
}

/// A document, and what its reading has collected.
struct Source {
  const api::Tree* document = nullptr;
  Reading reading;
};

api::Mark mark_of(const api::Tree& document, std::initializer_list<std::string_view> path) {
  const api::Tree* at = &document;
  for (const std::string_view name : path) {
    const api::Tree* next = at->find(name);
    if (next == nullptr) break;
    at = next;
  }
  return at->mark;
}

/// Checks the size limits of a fleet.
bool check_size(const Fleet& fleet, const Place& place, api::Mark mark) {
  std::size_t pools = 0;
  std::size_t workloads = 0;
  for (const Cluster& cluster : fleet.clusters) {
    pools += cluster.pools.size();
    workloads += cluster.workloads.size();
  }
  const auto is_within = [&](std::size_t found, std::uint32_t maximum, std::string_view what) {
    if (found > maximum) place.problem(mark, fmt::format("found more than {} {} in total", maximum, what));
    return found <= maximum;
  };
  return is_within(fleet.clusters.size(), max_clusters, "clusters") && is_within(pools, max_node_pools, "node pools") &&
         is_within(workloads, max_workloads, "workloads");
}

/// Reports duplicate names, and numbers beyond the limits of the simulation.
void check_fleet(const Fleet& fleet, const Place& place, api::Mark mark) {
  std::set<std::string> names;
  if (fleet.clusters.empty()) place.problem(mark, "found no cluster, accepted: at least one");
  for (const Cluster& cluster : fleet.clusters) {
    if (!names.insert(cluster.name).second) place.problem(mark, fmt::format("duplicate cluster name {}", cluster.name));
    std::set<std::string> pools;
    if (cluster.pools.empty()) place.problem(mark, fmt::format("cluster {} has no nodes", cluster.name));
    for (const NodePool& pool : cluster.pools) {
      if (pools.insert(pool.name).second) continue;
      place.problem(mark, fmt::format("cluster {} has the duplicate node pool name {}", cluster.name, pool.name));
    }
    std::set<std::string> workloads;
    std::uint64_t pods = 0;
    for (const Workload& workload : cluster.workloads) {
      pods += workload.owner == Owner::daemon_set ? node_count(cluster) : workload.replicas;
      if (workloads.insert(title(workload)).second) continue;
      place.problem(mark, fmt::format("cluster {} has the duplicate workload {}", cluster.name, title(workload)));
    }
    if (pods > max_pods_per_cluster) {
      place.problem(
          mark, fmt::format("cluster {} has {} pods; accepted: at most {}", cluster.name, pods, max_pods_per_cluster));
    }
  }
  if (node_count(fleet) > max_fleet_nodes) {
    place.problem(mark, fmt::format("found {} nodes; accepted: at most {}", node_count(fleet), max_fleet_nodes));
  }
}

/// Returns one replica of every workload: the pods that steps and scripts may name.
std::vector<Replica> one_of_each(const Cluster& cluster) {
  std::vector<Replica> pods;
  for (std::uint32_t workload = 0; workload < cluster.workloads.size(); ++workload) pods.push_back({workload, 0});
  return pods;
}

/// Reports scripts for pods that no cluster has.
void check_scripts(const Fleet& fleet, Reading& reading) {
  if (!reading.problems.empty()) return;
  Cluster all;
  std::set<std::string> names;
  for (const Cluster& cluster : fleet.clusters) {
    for (const Workload& workload : cluster.workloads) {
      if (names.insert(title(workload)).second) all.workloads.push_back(workload);
    }
  }
  all.pools = {fleet.clusters.front().pools.front()};
  all.api_server = fleet.clusters.front().api_server;
  format::Scenario scenario = node_scenario(fleet, all, 0, one_of_each(all), Plan{});
  Reading others{.file = reading.file, .problems = {}};
  const actions::PlannedNode planned = format::check_timeline(scenario, others);
  format::check_references(planned, reading);
}

/// Includes manifests, which may come from other files.
std::string document_fingerprint(const api::Tree& document, const std::vector<Cluster>& clusters) {
  std::string text = api::to_json(document).dump();
  std::set<api::Manifest> warned;
  for (const Cluster& cluster : clusters) {
    text += cluster.dump_fingerprint;
    for (const Workload& workload : cluster.workloads) {
      if (!workload.found && warned.insert(workload.pod).second) text += workload.pod->dump();
    }
  }
  return fingerprint_of(text);
}

/// Reports errors of readable clusters, and definitions without effect.
void check_clusters(const Fleet& fleet, Reading& reading, const std::string& path, api::Mark mark) {
  if (!check_size(fleet, Place{reading, path}, mark)) return;
  check_fleet(fleet, Place{reading, path}, mark);
  check_scripts(fleet, reading);
  check_workloads(fleet, Place{reading, path}, mark);
}

std::optional<Fleet> fleet_of(Source& source) {
  WrittenFleet written;
  if (!fleet_shape().read(*source.document, Place{source.reading}, written)) return std::nullopt;
  Fleet fleet;
  fleet.name = std::move(written.name);
  fleet.description = std::move(written.description);
  fleet.file = source.reading.file;
  fleet.fingerprint = document_fingerprint(*source.document, written.clusters);
  fleet.seed = written.seed;
  fleet.age = written.age;
  fleet.runtime = std::move(written.runtime);
  fleet.written_runtime = std::move(written.written_runtime);
  fleet.clusters = std::move(written.clusters);
  check_clusters(fleet, source.reading, "spec.clusters", mark_of(*source.document, {"spec", "clusters"}));
  return fleet;
}

/// Creates the fleet of dumps.
std::optional<Fleet> fleet_of(const std::vector<NamedDump>& dumps, Loaded& result) {
  const WrittenFleet defaults;
  Fleet fleet;
  fleet.name = "dumps";
  fleet.file = dumps.front().files.front();
  fleet.seed = defaults.seed;
  fleet.age = defaults.age;
  std::string fingerprints;
  for (const NamedDump& dump : dumps) {
    ReadDump read = read_dump(dump.files, dump.progress, dump.selects);
    std::ranges::move(read.problems, std::back_inserter(result.problems));
    std::ranges::move(read.warnings, std::back_inserter(result.warnings));
    fleet.clusters.push_back(std::move(read.cluster));
    fleet.clusters.back().name = dump.cluster;
    fingerprints += fmt::format("{} {}{}\n", dump.cluster, fleet.clusters.back().dump_fingerprint, dump.selection);
  }
  if (!result.problems.empty()) return std::nullopt;
  fleet.fingerprint = fingerprint_of(fingerprints);
  Reading reading{.file = fleet.file, .problems = {}};
  check_clusters(fleet, reading, "", {});
  std::ranges::move(reading.problems, std::back_inserter(result.problems));
  std::ranges::move(reading.warnings, std::back_inserter(result.warnings));
  return fleet;
}

/// Expands steps. Reports steps about pods, because plans are about nodes, whose pods differ.
NodeSteps spelled_out(const std::vector<actions::WrittenStep>& written, nlohmann::json&& as_written, Reading& reading) {
  NodeSteps steps{format::expanded_timeline(written, {}, reading), std::move(as_written)};
  for (const actions::WrittenStep& step : written) {
    for (const actions::ActionPtr& action : step.actions) {
      if (action->pod.empty()) continue;
      Place{reading, step.path}.problem(
          step.mark, fmt::format("{} acts on a pod; a plan accepts only steps that act on nodes, whose pods "
                                 "differ",
                                 action->name()));
    }
  }
  return steps;
}

bool is_action(const format::Step& step, std::string_view name) {
  return step.action->name() == name;
}

/// Returns the first start of a kubelet.
std::vector<format::Step>::iterator first_start(NodeSteps& steps) {
  return std::ranges::find_if(steps.steps, [](const format::Step& step) { return is_action(step, "startKubelet"); });
}

/// Removes a stopKubelet before the first start: the kubelet of a node is stopped when its steps begin. Entries of
/// `written` stay at their indices.
void begin_without_kubelet(NodeSteps& node) {
  const auto start = first_start(node);
  if (start == node.steps.end()) return;
  const auto others = std::remove_if(node.steps.begin(), start,
                                     [](const format::Step& step) { return is_action(step, "stopKubelet"); });
  if (others == start) return;
  node.steps.erase(others, start);
  for (nlohmann::json& written : node.written) {
    if (written.contains("startKubelet")) break;
    written.erase("stopKubelet");
  }
}

/// Adds a stopKubelet to steps that start a kubelet without one.
void stop_kubelet_first(NodeSteps& roll_back) {
  const auto start = first_start(roll_back);
  const auto is_stop = [](const format::Step& step) { return is_action(step, "stopKubelet"); };
  if (start == roll_back.steps.end() || std::any_of(roll_back.steps.begin(), start, is_stop)) return;
  roll_back.steps.insert(roll_back.steps.begin(), {{}, actions::stop_kubelet(), {}, {}});
}

std::optional<Plan> plan_of(Source& source) {
  WrittenPlan written;
  if (!plan_shape().read(*source.document, Place{source.reading}, written)) return std::nullopt;
  Plan plan = std::move(written.plan);
  plan.file = source.reading.file;
  plan.fingerprint = fingerprint_of(api::to_json(*source.document).dump());
  if (written.masters) {
    plan.masters->steps = spelled_out(written.masters->steps, std::move(plan.masters->steps.written), source.reading);
    plan.masters->watched_for = written.masters->watched_for;
  }
  plan.node = spelled_out(written.node, std::move(plan.node.written), source.reading);
  plan.roll_back = spelled_out(written.roll_back, std::move(plan.roll_back.written), source.reading);
  begin_without_kubelet(plan.node);
  stop_kubelet_first(plan.roll_back);
  return plan;
}

/// A kubelet must run after an upgrade, because pods return to the node.
void check_kubelet_runs(const format::Scenario& scenario, Source& source) {
  Reading others{.file = source.reading.file, .problems = {}};
  if (format::check_timeline(scenario, others).kubelet_runs || !others.problems.empty()) return;
  Place{source.reading, "spec.node"}.problem(
      mark_of(*source.document, {"spec", "node"}),
      "no kubelet runs after the last step; a kubelet must run when the node is uncordoned");
}

/// The API server must run, because a drain uses it.
void check_api_server_runs(const format::Scenario& scenario, Source& source) {
  Reading others{.file = source.reading.file, .problems = {}};
  if (format::check_timeline(scenario, others).api_server_runs || !others.problems.empty()) return;
  Place{source.reading, "spec.masters.steps"}.problem(
      mark_of(*source.document, {"spec", "masters", "steps"}),
      "the API server does not run after the last step; it must run when nodes are drained");
}

/// Checks steps on the first node with each kubelet.
void check_steps(const Fleet& fleet, const Plan& plan, Source& source) {
  for (const Cluster& cluster : fleet.clusters) {
    std::uint32_t first = 0;
    std::vector<const format::KubeletSettings*> checked;
    for (const NodePool& pool : cluster.pools) {
      if (!source.reading.problems.empty()) return;
      const std::uint32_t node = std::exchange(first, first + pool.count);
      const auto is_same = [&pool](const format::KubeletSettings* kubelet) { return *kubelet == pool.kubelet; };
      if (std::ranges::any_of(checked, is_same)) continue;
      checked.push_back(&pool.kubelet);
      const std::vector<Replica> pods = one_of_each(cluster);
      if (plan.drain && plan.masters) check_api_server_runs(masters_scenario(fleet, cluster, node, pods, plan), source);
      format::Scenario scenario = node_scenario(fleet, cluster, node, pods, plan);
      if (plan.drain) check_kubelet_runs(scenario, source);
      scenario = and_back(std::move(scenario), plan, turn_begins(plan) + plan.watch);
      scenario.duration = turn_begins(plan) + plan.watch * 2;
      format::check_timeline(scenario, source.reading);
    }
  }
}

void check_plan(const Fleet& fleet, const Plan& plan, Source& source) {
  const Place place = Place{source.reading}.member("spec");
  const auto mark = [&source](std::string_view field) { return mark_of(*source.document, {"spec", field}); };
  std::set<std::string> named;
  for (const std::string& name : plan.order) {
    if (std::ranges::find(fleet.clusters, name, &Cluster::name) == fleet.clusters.end()) {
      std::vector<std::string_view> known;
      for (const Cluster& cluster : fleet.clusters) known.push_back(cluster.name);
      place.member("clusters")
          .problem(mark("clusters"),
                   fmt::format("found the unknown cluster {}{}", name, format::accepted_names(name, known)));
    }
    if (!named.insert(name).second)
      place.member("clusters").problem(mark("clusters"), fmt::format("duplicate cluster {}", name));
  }
  const auto has_canaries = [&plan](const Cluster& cluster) { return turn_order(cluster, plan).canaries > 0; };
  if (plan.canaries.are_selected() && std::ranges::none_of(fleet.clusters, has_canaries)) {
    place.member("canaries").problem(mark("canaries"), "no node of the fleet is selected");
  }
  if (!plan.node.is_empty() && plan.node.steps.back().at >= plan.watch) {
    const char* field = plan.drain ? "recovery" : "watch";
    place.member(field).problem(
        mark(field), fmt::format("{} is not after the last step of a node, which is at {}",
                                 format::duration_text(plan.watch), format::duration_text(plan.node.steps.back().at)));
  }
  if (plan.recovery < plan.watch) {
    place.member("recovery").problem(mark("recovery"), "`recovery` must not be shorter than `watch`");
  }
  if (turn_begins(plan) > format::max_duration - plan.recovery) {
    place.member("masters").problem(
        mark("masters"), fmt::format("the upgrade of the masters and of a node takes more than {}, the maximum",
                                     format::duration_text(format::max_duration)));
  }
  check_steps(fleet, plan, source);
}

/// Sorts the documents of all files by kind.
class Loader {
 public:
  Loader(std::string root, const std::vector<NamedDump>& dumps) : root_{std::move(root)}, dumps_{dumps} {}

  void read(const std::string& file) { add(api::load_file(file), file); }

  void add(api::LoadedFile documents, const std::string& file) {
    files_.push_back(std::move(documents));
    const api::LoadedFile& loaded = files_.back();
    std::ranges::copy(loaded.problems, std::back_inserter(result_.problems));
    for (const api::Tree& document : loaded.documents) {
      Source source{&document, Reading{.file = file, .problems = {}, .root = root_}};
      if (is_kind(document, format::fleet_kind)) {
        fleets_.push_back(std::move(source));
      } else if (is_kind(document, format::fleet_plan_kind)) {
        plans_.push_back(std::move(source));
      } else {
        result_.problems.push_back({file, document.mark, "kind", "found neither a Fleet nor a FleetPlan"});
      }
    }
  }

  Loaded load_plans() && {
    read_plans();
    return std::move(result_);
  }

  Loaded load() && {
    read_fleet();
    read_plans();
    if (result_.problems.empty()) {
      check_plans();
      check_budgets();
      gather();
    }
    if (!result_.problems.empty()) result_.fleet.reset();
    return std::move(result_);
  }

 private:
  void read_fleet() {
    const std::size_t accepted = dumps_.empty() ? 1 : 0;
    if (fleets_.size() > accepted) {
      const char* found = dumps_.empty() ? "found a second fleet, accepted: one"
                                         : "found a Fleet, which is not accepted together with dumps of clusters";
      Place{fleets_[accepted].reading}.problem(fleets_[accepted].document->mark, found);
    }
    if (!dumps_.empty()) {
      result_.fleet = fleet_of(dumps_, result_);
    } else if (!fleets_.empty()) {
      result_.fleet = fleet_of(fleets_.front());
    } else if (result_.problems.empty()) {
      result_.problems.push_back({"", {}, "", "found no Fleet, accepted: one"});
    }
  }

  void read_plans() {
    for (Source& source : plans_) {
      if (std::optional<Plan> plan = plan_of(source)) result_.plans.push_back(std::move(*plan));
    }
    gather();
  }

  void check_plans() {
    std::set<std::string> names;
    for (std::size_t index = 0; index < plans_.size(); ++index) {
      const Plan& plan = result_.plans[index];
      if (!names.insert(plan.name).second) {
        Place{plans_[index].reading}.problem(plans_[index].document->mark,
                                             fmt::format("duplicate plan name {}", plan.name));
      }
      check_plan(*result_.fleet, plan, plans_[index]);
    }
  }

  void check_budgets() {
    if (std::ranges::any_of(result_.plans, [](const Plan& plan) { return plan.drain.has_value(); })) return;
    for (const Cluster& cluster : result_.fleet->clusters) {
      if (cluster.budgets.empty() || !cluster.dump_fingerprint.empty()) continue;
      return Place{fleets_.front().reading}
          .member("spec")
          .member("clusters")
          .warning(mark_of(*fleets_.front().document, {"spec", "clusters"}),
                   "podDisruptionBudgets have no effect, because no plan drains nodes");
    }
  }

  void gather() {
    for (std::vector<Source>* sources : {&fleets_, &plans_}) {
      for (Source& source : *sources) {
        std::ranges::move(std::exchange(source.reading.problems, {}), std::back_inserter(result_.problems));
        std::ranges::move(std::exchange(source.reading.warnings, {}), std::back_inserter(result_.warnings));
      }
    }
  }

  std::string root_;
  const std::vector<NamedDump>& dumps_;
  /// Sources point into these.
  std::deque<api::LoadedFile> files_;
  std::vector<Source> fleets_;
  std::vector<Source> plans_;
  Loaded result_;
};

}  // namespace

Loaded load(const std::vector<std::string>& files, const std::string& root, const std::vector<NamedDump>& dumps) {
  Loader loader{root, dumps};
  for (const std::string& file : files) loader.read(file);
  return std::move(loader).load();
}

Loaded load_texts(const std::vector<NamedText>& texts) {
  const std::vector<NamedDump> no_dumps;
  Loader loader{{}, no_dumps};
  for (const NamedText& text : texts) loader.add(api::load_documents(text.text, text.file), text.file);
  return std::move(loader).load();
}

Loaded load_plans(const std::string& file, const std::string& root) {
  const std::vector<NamedDump> no_dumps;
  Loader loader{root, no_dumps};
  loader.read(file);
  return std::move(loader).load_plans();
}

}  // namespace podreel::fleet
