#include "scenarios/fleet/placement.hpp"

#include <array>
#include <fmt/format.h>
#include <set>
#include <string_view>
#include <utility>

#include "engine/api/resource_amounts.hpp"
#include "engine/apiserver/stored_specs.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/admission/node_affinity.hpp"
#include "engine/kubelet/admission/taints.hpp"
#include "engine/manifests/generated_name.hpp"
#include "engine/sim/random.hpp"
#include "scenarios/language/settings/node_settings.hpp"

namespace podreel::fleet {

namespace {

/// Another one for each number below the count of suffixes.
std::string suffix_of(std::uint32_t number, std::uint64_t salt) {
  constexpr std::uint64_t suffixes = 14'348'907;  // name_letters to the power of 5
  constexpr std::uint64_t step = 8'867'437;       // has no factor in common with that
  return manifests::generated_letters((std::uint64_t{number} * step + salt) % suffixes, 5);
}

/// What placing looks at.
struct Amounts {
  std::int64_t pods = 0;
  std::int64_t cpu = 0;
  std::int64_t memory = 0;

  [[nodiscard]] bool holds(const Amounts& more) const noexcept {
    return more.pods <= pods && more.cpu <= cpu && more.memory <= memory;
  }
  void take(const Amounts& more) noexcept {
    pods -= more.pods;
    cpu -= more.cpu;
    memory -= more.memory;
  }
};

Amounts allocatable_of(const NodePool& pool) {
  constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  const auto amount = [&pool](std::string_view resource) {
    if (!pool.allocatable || !pool.allocatable->contains(std::string{resource})) return unlimited;
    return api::amount_in(*pool.allocatable, resource);
  };
  return {amount("pods"), amount("cpu"), amount("memory")};
}

/// Fills the nodes of one cluster.
class Scheduler {
 public:
  explicit Scheduler(const Cluster& cluster)
      : cluster_{cluster}, specs_{cluster.api_server.value_or(cluster.pools.front().kubelet.version), {}} {
    for (const NodePool& pool : cluster.pools) {
      const Amounts allocatable = allocatable_of(pool);
      for (std::uint32_t number = 0; number < pool.count; ++number) {
        nodes_.push_back({&pool, allocatable});
        by_load_.insert({0, static_cast<std::uint32_t>(nodes_.size() - 1)});
      }
    }
    pods_.resize(nodes_.size());
  }

  /// One on each node; says on how many.
  std::uint32_t place_everywhere(std::uint32_t workload) {
    const api::SpecPtr spec = spec_of(workload);
    const Amounts wanted = amounts_of(*spec);
    std::uint32_t placed = 0;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      if (!is_wanted(*spec, node) || !nodes_[node].rest.holds(wanted)) continue;
      place(node, {workload, node}, wanted);
      ++placed;
    }
    return placed;
  }

  /// Says how many have found a node.
  std::uint32_t place_replicas(std::uint32_t workload) {
    const api::SpecPtr spec = spec_of(workload);
    const Amounts wanted = amounts_of(*spec);
    const std::uint32_t replicas = cluster_.workloads[workload].replicas;
    for (std::uint32_t ordinal = 0; ordinal < replicas; ++ordinal) {
      const auto fits = [&](const auto& entry) {
        return nodes_[entry.second].rest.holds(wanted) && is_wanted(*spec, entry.second);
      };
      const auto found = std::ranges::find_if(by_load_, fits);
      if (found == by_load_.end()) return ordinal;
      place(found->second, {workload, ordinal}, wanted);
    }
    return replicas;
  }

  [[nodiscard]] std::vector<std::vector<Replica>> pods() && { return std::move(pods_); }

 private:
  struct Node {
    const NodePool* pool = nullptr;
    Amounts rest;
  };

  [[nodiscard]] api::SpecPtr spec_of(std::uint32_t workload) {
    return specs_.of_manifest(cluster_.workloads[workload].pod, {});
  }

  [[nodiscard]] Amounts amounts_of(const api::PodSpec& spec) const {
    const release::Behaviour& behaviour = specs_.behaviour();
    return {1, decide::pod_request(spec, "cpu", behaviour), decide::pod_request(spec, "memory", behaviour)};
  }

  [[nodiscard]] bool is_wanted(const api::PodSpec& spec, std::uint32_t node) const {
    const NodePool& pool = *nodes_[node].pool;
    const std::string name = node_name(cluster_, node);
    std::map<std::string, std::string> labels = pool.labels;
    labels.merge(language::every_nodes_labels(name));
    return kubelet::tolerates_scheduling(spec, pool.taints) && kubelet::node_is_wanted(spec, labels, name);
  }

  void place(std::uint32_t node, Replica replica, const Amounts& wanted) {
    by_load_.erase({pods_[node].size(), node});
    pods_[node].push_back(replica);
    nodes_[node].rest.take(wanted);
    by_load_.insert({pods_[node].size(), node});
  }

  const Cluster& cluster_;
  apiserver::StoredSpecs specs_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Replica>> pods_;
  /// How many pods a node has, and which it is.
  std::set<std::pair<std::size_t, std::uint32_t>> by_load_;
};

}  // namespace

std::string pod_name(const Workload& workload, std::uint32_t ordinal) {
  const std::uint64_t salt = sim::hash_name(title(workload));
  switch (workload.owner) {
    case Owner::none:
      return workload.replicas == 1 ? workload.name : fmt::format("{}-{}", workload.name, ordinal);
    case Owner::stateful_set:
      return fmt::format("{}-{}", workload.name, ordinal);
    case Owner::daemon_set:
      return fmt::format("{}-{}", workload.name, suffix_of(ordinal, salt));
    case Owner::replica_set:
      break;
  }
  return fmt::format("{}-{}-{}", workload.name, manifests::generated_letters(salt, 10), suffix_of(ordinal, salt));
}

Placement::Placement(const Cluster& cluster) {
  Scheduler scheduler{cluster};
  const auto count = static_cast<std::uint32_t>(cluster.workloads.size());
  placed_.resize(count);
  without_node_.resize(count);
  for (const bool everywhere : {true, false}) {
    for (std::uint32_t workload = 0; workload < count; ++workload) {
      const Workload& placed = cluster.workloads[workload];
      if ((placed.owner == Owner::daemon_set) != everywhere) continue;
      placed_[workload] = everywhere ? scheduler.place_everywhere(workload) : scheduler.place_replicas(workload);
      if (!everywhere) without_node_[workload] = placed.replicas - placed_[workload];
    }
  }
  pods_ = std::move(scheduler).pods();
}

}  // namespace podreel::fleet
