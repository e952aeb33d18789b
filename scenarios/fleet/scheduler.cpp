#include "scenarios/fleet/scheduler.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "engine/api/object_labels.hpp"
#include "engine/apiserver/stored_specs.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/invariant.hpp"
#include "scenarios/cluster/model/node_fit.hpp"
#include "scenarios/format/settings/node_settings.hpp"

namespace podreel::fleet {

namespace {

std::string zone_of(const NodePool& pool) {
  const auto label = pool.labels.find(cluster::zone_label);
  return label == pool.labels.end() ? std::string{} : label->second;
}

}  // namespace

Scheduler::Amounts Scheduler::allocatable_of(const NodePool& pool) const {
  const auto amount = [&pool](const std::string& resource) {
    return cluster::amount_for_pods(pool.allocatable, resource);
  };
  Amounts amounts{amount("pods"), amount("cpu"), amount("memory"), {}};
  for (const std::string& resource : resources_) amounts.others.push_back(amount(resource));
  return amounts;
}

Scheduler::Scheduler(const Cluster& cluster) : cluster_{cluster} {
  read_demands();
  std::map<std::string, std::uint32_t> zones;
  for (const NodePool& pool : cluster.pools) {
    const std::uint32_t zone = zones.try_emplace(zone_of(pool), static_cast<std::uint32_t>(zones.size())).first->second;
    by_load_.resize(zones.size());
    const Amounts allocatable = allocatable_of(pool);
    for (std::uint32_t number = 0; number < pool.count; ++number) {
      by_load_[zone].insert(by_load_[zone].end(), {0, nodes()});
      nodes_.push_back({{&pool, number}, zone, allocatable});
      if (pool.are_cordoned) cordon(nodes() - 1, true);
    }
  }
  in_zone_.assign(cluster.workloads.size(), std::vector<std::uint32_t>(zones.size()));
  is_counted_by_node_.resize(cluster.workloads.size());
  read_constraints();
}

void Scheduler::read_demands() {
  apiserver::StoredSpecs specs{cluster_.api_server.value_or(cluster_.pools.front().kubelet.version), {}};
  for (const Workload& workload : cluster_.workloads) {
    demands_.push_back({specs.of_manifest(workload.pod, {})});
  }
  read_resources();
  for (std::size_t index = 0; index < demands_.size(); ++index) {
    Demand& demand = demands_[index];
    const Workload& workload = cluster_.workloads[index];
    const auto request = [&](std::string_view resource) {
      return decide::pod_request(*demand.spec, resource, specs.behaviour());
    };
    demand.amounts = {1, request("cpu"), request("memory"), {}};
    for (const std::string& resource : resources_) demand.amounts.others.push_back(request(resource));
    const nlohmann::json& spec = workload.pod->at("spec");
    demand.asks_for_nodes = spec.contains("affinity") || spec.contains("nodeSelector");
  }
}

void Scheduler::read_resources() {
  std::set<std::string> names;
  for (const Demand& demand : demands_) {
    for (std::string& name : cluster::other_resources(*demand.spec)) names.insert(std::move(name));
  }
  resources_.assign(names.begin(), names.end());
}

void Scheduler::read_constraints() {
  std::vector<cluster::PodConstraints> constraints;
  std::vector<api::Labels> labels;
  for (const Workload& workload : cluster_.workloads) {
    constraints.push_back(cluster::constraints_of(*workload.pod, workload.namespace_name));
    labels.push_back(api::labels_of(*workload.pod));
  }
  for (std::uint32_t index = 0; index < demands_.size(); ++index) {
    for (const cluster::AntiAffinity& term : constraints[index].anti_affinity) {
      const std::vector<std::uint32_t> others = workloads_of(term.selector, term.namespaces, labels);
      demands_[index].neighbours.push_back({term.topology, others});
      // Excludes nodes with pods that its anti-affinity rejects, in both directions.
      for (const std::uint32_t other : others) {
        if (other != index) demands_[other].neighbours.push_back({term.topology, {index}});
      }
    }
    for (const cluster::SpreadConstraint& term : constraints[index].spread) {
      Neighbours neighbours{term.topology,
                            workloads_of(term.selector, {cluster_.workloads[index].namespace_name}, labels)};
      neighbours.max_skew = term.max_skew;
      neighbours.has_itself = std::ranges::find(neighbours.workloads, index) != neighbours.workloads.end();
      demands_[index].neighbours.push_back(std::move(neighbours));
    }
  }
  for (const Demand& demand : demands_) {
    for (const Neighbours& neighbours : demand.neighbours) {
      if (neighbours.topology != cluster::Topology::node && !neighbours.max_skew) continue;
      for (const std::uint32_t workload : neighbours.workloads) is_counted_by_node_[workload] = true;
    }
  }
}

std::vector<std::uint32_t> Scheduler::workloads_of(const api::LabelSelector& selector,
                                                   const std::vector<std::string>& namespaces,
                                                   const std::vector<api::Labels>& labels) const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t index = 0; index < labels.size(); ++index) {
    const std::string& where = cluster_.workloads[index].namespace_name;
    if (std::ranges::find(namespaces, where) != namespaces.end() && selector.matches(labels[index])) {
      found.push_back(index);
    }
  }
  return found;
}

bool Scheduler::is_wanted(const Demand& demand, std::uint32_t node) const {
  const NodePool& pool = *nodes_[node].place.pool;
  if (!demand.asks_for_nodes) return !cluster::find_misfit(*demand.spec, {.name = pool.name, .taints = pool.taints});
  const std::string name = node_name(nodes_[node].place);
  api::Labels labels = pool.labels;
  labels.merge(format::every_nodes_labels(name));
  return !cluster::find_misfit(*demand.spec, {.name = name, .taints = pool.taints, .labels = &labels});
}

bool Scheduler::fits(std::uint32_t workload, std::uint32_t node) const {
  const Demand& demand = demands_[workload];
  return nodes_[node].rest.holds(demand.amounts) && is_wanted(demand, node) &&
         std::ranges::all_of(demand.neighbours,
                             [&](const Neighbours& neighbours) { return allow(neighbours, workload, node); });
}

bool Scheduler::allow(const Neighbours& neighbours, std::uint32_t workload, std::uint32_t node) const {
  const std::uint32_t here = count(neighbours, node, nodes_[node].zone);
  if (!neighbours.max_skew) return here == 0;
  return here + (neighbours.has_itself ? 1 : 0) <= fewest(neighbours, workload) + *neighbours.max_skew;
}

std::uint32_t Scheduler::count(const Neighbours& neighbours, std::uint32_t node, std::uint32_t zone) const {
  std::uint32_t found = 0;
  const bool with_deleted = !neighbours.max_skew;
  for (const std::uint32_t workload : neighbours.workloads) {
    found += count_of(workload, neighbours.topology, node, zone, with_deleted);
  }
  return found;
}

std::uint32_t Scheduler::count_of(std::uint32_t workload, cluster::Topology topology, std::uint32_t node,
                                  std::uint32_t zone, bool with_deleted) const {
  const auto number = [](const auto& counts, std::uint32_t of, std::uint32_t where) {
    const auto known = counts.find({of, where});
    return known == counts.end() ? 0U : known->second;
  };
  const bool is_zone = topology == cluster::Topology::zone;
  const std::uint32_t all = is_zone ? in_zone_[workload][zone] : number(on_node_, workload, node);
  if (with_deleted) return all;
  const std::uint32_t deleted =
      is_zone ? number(deleted_in_zone_, workload, zone) : number(deleted_on_node_, workload, node);
  PODREEL_INVARIANT(deleted <= all, "pods that are being deleted are on their nodes");
  return all - deleted;
}

void Scheduler::count_deleted(std::uint32_t workload, std::uint32_t node, int by) {
  if (!is_counted_by_node_[workload]) return;
  deleted_on_node_[{workload, node}] += static_cast<std::uint32_t>(by);
  deleted_in_zone_[{workload, nodes_[node].zone}] += static_cast<std::uint32_t>(by);
}

std::uint32_t Scheduler::fewest(const Neighbours& neighbours, std::uint32_t workload) const {
  std::uint32_t minimum = std::numeric_limits<std::uint32_t>::max();
  std::vector<bool> seen(by_load_.size());
  for (std::uint32_t node = 0; node < nodes() && minimum > 0; ++node) {
    const std::uint32_t zone = nodes_[node].zone;
    if (neighbours.topology == cluster::Topology::zone && seen[zone]) continue;
    if (!is_wanted(demands_[workload], node)) continue;
    seen[zone] = true;
    minimum = std::min(minimum, count(neighbours, node, zone));
  }
  return minimum;
}

std::optional<std::uint32_t> Scheduler::node_for(std::uint32_t workload) const {
  std::vector<std::uint32_t> zones(by_load_.size());
  std::iota(zones.begin(), zones.end(), 0U);
  std::ranges::stable_sort(zones, {}, [&](std::uint32_t zone) { return in_zone_[workload][zone]; });
  for (const std::uint32_t zone : zones) {
    const auto found =
        std::ranges::find_if(by_load_[zone], [&](const auto& entry) { return fits(workload, entry.second); });
    if (found != by_load_[zone].end()) return found->second;
  }
  return std::nullopt;
}

void Scheduler::change(std::uint32_t workload, std::uint32_t node, int by) {
  Node& changed = nodes_[node];
  PODREEL_INVARIANT(by > 0 || changed.pods > 0, "a pod that leaves a node was on it");
  const Amounts& amounts = demands_[workload].amounts;
  changed.rest.pods -= by * amounts.pods;
  changed.rest.cpu -= by * amounts.cpu;
  changed.rest.memory -= by * amounts.memory;
  for (std::size_t index = 0; index < resources_.size(); ++index) {
    changed.rest.others[index] -= by * amounts.others[index];
  }
  const auto more = static_cast<std::uint32_t>(by);
  if (!changed.is_cordoned) withhold(node);
  changed.pods += more;
  if (!changed.is_cordoned) offer(node);
  std::uint32_t& in_zone = in_zone_[workload][changed.zone];
  PODREEL_INVARIANT(by > 0 || in_zone > 0, "a pod that leaves a zone was in it");
  in_zone += more;
  if (!is_counted_by_node_[workload]) return;
  const auto counted = on_node_.try_emplace({workload, node}).first;
  counted->second += more;
  if (counted->second == 0) on_node_.erase(counted);
}

void Scheduler::cordon(std::uint32_t node, bool is_cordoned) {
  if (std::exchange(nodes_[node].is_cordoned, is_cordoned) == is_cordoned) return;
  is_cordoned ? withhold(node) : offer(node);
}

void Scheduler::offer(std::uint32_t node) {
  by_load_[nodes_[node].zone].insert({nodes_[node].pods, node});
}

void Scheduler::withhold(std::uint32_t node) {
  by_load_[nodes_[node].zone].erase({nodes_[node].pods, node});
}

}  // namespace podreel::fleet
