#include "scenarios/fleet/placement.hpp"

#include <fmt/format.h>
#include <optional>

#include "engine/manifests/generated_name.hpp"
#include "engine/sim/random.hpp"
#include "scenarios/fleet/scheduler.hpp"

namespace podreel::fleet {

namespace {

/// Returns different suffixes for all numbers below the count of suffixes.
std::string suffix_of(std::uint32_t number, std::uint64_t salt) {
  constexpr std::uint64_t suffixes = 14'348'907;  // name_letters to the power of 5
  constexpr std::uint64_t step = 8'867'437;       // has no factor in common with that
  return manifests::generated_letters((std::uint64_t{number} * step + salt) % suffixes, 5);
}

}  // namespace

std::string pod_name(const Workload& workload, std::uint32_t ordinal) {
  if (workload.found && ordinal < workload.found->pods.size()) return workload.found->pods[ordinal].name;
  const std::uint64_t salt = sim::hash_name(title(workload));
  if (workload.found) return manifests::generated_name(workload.found->generate_name, suffix_of(ordinal, salt));
  switch (workload.owner) {
    case Owner::none:
      return workload.replicas == 1 ? workload.name : fmt::format("{}-{}", workload.name, ordinal);
    case Owner::stateful_set:
      return fmt::format("{}-{}", workload.name, ordinal);
    case Owner::daemon_set:
      return manifests::generated_name(workload.name + "-", suffix_of(ordinal, salt));
    case Owner::replica_set:
      break;
  }
  const std::string replica_set = fmt::format("{}-{}-", workload.name, manifests::generated_letters(salt, 10));
  return manifests::generated_name(replica_set, suffix_of(ordinal, salt));
}

std::string full_pod_name(const Workload& workload, std::uint32_t ordinal) {
  return fmt::format("{}/{}", workload.namespace_name, pod_name(workload, ordinal));
}

/// Places pods on the nodes of a cluster.
class Placement::Placer {
 public:
  Placer(const Cluster& cluster, Placement& placement)
      : cluster_{cluster}, placement_{placement}, scheduler_{cluster} {}

  void place_all() {
    const auto count = static_cast<std::uint32_t>(cluster_.workloads.size());
    for (const bool are_daemons : {true, false}) {
      for (std::uint32_t workload = 0; workload < count; ++workload) {
        if ((cluster_.workloads[workload].owner == Owner::daemon_set) == are_daemons) place(workload);
      }
    }
  }

 private:
  void place(std::uint32_t workload) {
    const Workload& wanted = cluster_.workloads[workload];
    if (wanted.found) {
      place_found(workload, wanted.found->pods);
    } else if (wanted.owner == Owner::daemon_set) {
      place_daemons(workload);
    } else {
      place_replicas(workload, wanted.replicas);
    }
  }

  void place_found(std::uint32_t workload, const std::vector<FoundPods::Pod>& pods) {
    for (std::uint32_t ordinal = 0; ordinal < pods.size(); ++ordinal) {
      if (pods[ordinal].node == no_node) {
        placement_.without_node_.push_back({workload, ordinal});
      } else {
        put({workload, ordinal}, pods[ordinal].node);
      }
    }
  }

  void place_daemons(std::uint32_t workload) {
    for (std::uint32_t node = 0; node < scheduler_.nodes(); ++node) {
      if (scheduler_.fits(workload, node)) put({workload, node}, node);
    }
  }

  /// Stops at the first replica that fits no node.
  void place_replicas(std::uint32_t workload, std::uint32_t replicas) {
    std::uint32_t ordinal = 0;
    for (; ordinal < replicas; ++ordinal) {
      const std::optional<std::uint32_t> node = scheduler_.node_for(workload);
      if (!node) break;
      put({workload, ordinal}, *node);
    }
    for (; ordinal < replicas; ++ordinal) placement_.without_node_.push_back({workload, ordinal});
  }

  void put(Replica replica, std::uint32_t node) {
    scheduler_.add(replica.workload, node);
    placement_.pods_[node].push_back(replica);
    ++placement_.placed_[replica.workload];
  }

  const Cluster& cluster_;
  Placement& placement_;
  Scheduler scheduler_;
};

Placement::Placement(const Cluster& cluster) : pods_(node_count(cluster)), placed_(cluster.workloads.size()) {
  Placer{cluster, *this}.place_all();
}

}  // namespace podreel::fleet
