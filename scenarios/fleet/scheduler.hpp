// Which node of a cluster a pod goes to: kube-scheduler, as far as placing and draining need it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"
#include "scenarios/cluster/model/pod_constraints.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// Knows how many pods of which workload stand on which node. Workloads and nodes are named by their places in the
/// cluster.
class Scheduler {
 public:
  /// `cluster` must outlive the scheduler; no pod stands anywhere, and nodes are cordoned as they are found.
  explicit Scheduler(const Cluster& cluster);

  [[nodiscard]] std::uint32_t nodes() const noexcept { return static_cast<std::uint32_t>(nodes_.size()); }

  /// Whether a node takes a further pod: room (cpu, memory, pods), nodeSelector and node affinity, taints, required
  /// anti-affinity and spread constraints by node and zone. Whether it is cordoned does not matter.
  [[nodiscard]] bool fits(std::uint32_t workload, std::uint32_t node) const;

  /// Of the nodes that are not cordoned and that it fits: in the zone with the fewest pods of the workload the one with
  /// the fewest pods, the first of these.
  [[nodiscard]] std::optional<std::uint32_t> node_for(std::uint32_t workload) const;

  void add(std::uint32_t workload, std::uint32_t node) { change(workload, node, 1); }
  void remove(std::uint32_t workload, std::uint32_t node) { change(workload, node, -1); }
  void cordon(std::uint32_t node, bool is_cordoned);

 private:
  /// What nodes have and pods take.
  struct Amounts {
    std::int64_t pods = 0;
    std::int64_t cpu = 0;
    std::int64_t memory = 0;

    [[nodiscard]] bool holds(const Amounts& more) const noexcept {
      return more.pods <= pods && more.cpu <= cpu && more.memory <= memory;
    }
  };
  struct Node {
    NodePlace place{};
    std::uint32_t zone = 0;
    Amounts rest{};
    std::uint32_t pods = 0;
    bool is_cordoned = false;
  };
  /// Pods of these workloads, by node or zone.
  struct Neighbours {
    cluster::Topology topology = cluster::Topology::node;
    std::vector<std::uint32_t> workloads{};
    /// Of spread constraints; no value: there must be none.
    std::optional<std::uint32_t> max_skew{};
    /// A pod of the workload itself is one of them.
    bool has_itself = false;
  };
  struct Demand {
    api::SpecPtr spec;
    Amounts amounts{};
    /// It has a node selector or node affinity.
    bool asks_for_nodes = false;
    std::vector<Neighbours> neighbours{};
  };

  [[nodiscard]] static Amounts allocatable_of(const NodePool& pool);
  void read_demands();
  void read_constraints();
  [[nodiscard]] std::vector<std::uint32_t> workloads_of(const api::LabelSelector& selector,
                                                        const std::vector<std::string>& namespaces,
                                                        const std::vector<api::Labels>& labels) const;
  /// So many pods of the workload come to the node, or, `by` < 0, leave it.
  void change(std::uint32_t workload, std::uint32_t node, int by);
  /// Among those that node_for finds; and not, for as long as its load changes.
  void offer(std::uint32_t node);
  void withhold(std::uint32_t node);
  [[nodiscard]] bool is_wanted(const Demand& demand, std::uint32_t node) const;
  [[nodiscard]] bool allow(const Neighbours& neighbours, std::uint32_t workload, std::uint32_t node) const;
  [[nodiscard]] std::uint32_t count(const Neighbours& neighbours, std::uint32_t node, std::uint32_t zone) const;
  /// The fewest of them that a node or zone has that the workload may be on.
  [[nodiscard]] std::uint32_t fewest(const Neighbours& neighbours, std::uint32_t workload) const;

  const Cluster& cluster_;
  std::vector<Node> nodes_;
  std::vector<Demand> demands_;
  /// How many pods a node has, and which it is, by zone; cordoned ones are not there.
  std::vector<std::set<std::pair<std::uint32_t, std::uint32_t>>> by_load_;
  /// Pods of each workload in each zone, and on each node of those whose neighbours matter.
  std::vector<std::vector<std::uint32_t>> in_zone_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> on_node_;
  std::vector<bool> is_counted_by_node_;
};

}  // namespace podreel::fleet
