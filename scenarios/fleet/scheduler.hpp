// Chooses the node of a pod: the part of kube-scheduler that placements and drains need.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"
#include "scenarios/cluster/model/pod_constraints.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// Counts the pods of each workload on each node. Workloads and nodes are identified by their indices in the cluster.
class Scheduler {
 public:
  /// `cluster` must outlive the scheduler; starts without pods, and with the cluster's cordoned nodes.
  explicit Scheduler(const Cluster& cluster);

  [[nodiscard]] std::uint32_t nodes() const noexcept { return static_cast<std::uint32_t>(nodes_.size()); }

  /// Whether a node has room for a further pod (cpu, memory, pods and all other resources that workloads request) and
  /// meets its nodeSelector and node affinity,
  /// taints, required anti-affinity and spread constraints by node and zone. Ignores whether the node is cordoned.
  [[nodiscard]] bool fits(std::uint32_t workload, std::uint32_t node) const;

  /// Returns a node that is not cordoned and that the pod fits: in the zone with the fewest pods of the workload the
  /// first node with the fewest pods.
  [[nodiscard]] std::optional<std::uint32_t> node_for(std::uint32_t workload) const;

  void add(std::uint32_t workload, std::uint32_t node) { change(workload, node, 1); }
  void remove(std::uint32_t workload, std::uint32_t node) { change(workload, node, -1); }
  /// Spread constraints ignore pods that are being deleted, although these keep their room until they are removed:
  /// counts such a pod of the workload on the node, or, with `by` < 0, no longer.
  void count_deleted(std::uint32_t workload, std::uint32_t node, int by);
  void cordon(std::uint32_t node, bool is_cordoned);

 private:
  /// Resources of nodes and pods.
  struct Amounts {
    std::int64_t pods = 0;
    std::int64_t cpu = 0;
    std::int64_t memory = 0;
    /// By Scheduler::resources_.
    std::vector<std::int64_t> others{};

    [[nodiscard]] bool holds(const Amounts& more) const noexcept {
      return more.pods <= pods && more.cpu <= cpu && more.memory <= memory &&
             std::ranges::equal(more.others, others, std::ranges::less_equal{});
    }
  };
  struct Node {
    NodePlace place{};
    std::uint32_t zone = 0;
    Amounts rest{};
    std::uint32_t pods = 0;
    bool is_cordoned = false;
  };
  /// Numbers of pods of these workloads, by node or zone.
  struct Neighbours {
    cluster::Topology topology = cluster::Topology::node;
    std::vector<std::uint32_t> workloads{};
    /// Maximum skew of a spread constraint; no value: no such pod is allowed.
    std::optional<std::uint32_t> max_skew{};
    /// Counts pods of the workload itself.
    bool has_itself = false;
  };
  struct Demand {
    api::SpecPtr spec;
    Amounts amounts{};
    /// It has a node selector or node affinity.
    bool asks_for_nodes = false;
    std::vector<Neighbours> neighbours{};
  };

  [[nodiscard]] Amounts allocatable_of(const NodePool& pool) const;
  /// Collects the names of the resources beside cpu and memory that workloads request.
  void read_resources();
  void read_demands();
  void read_constraints();
  [[nodiscard]] std::vector<std::uint32_t> workloads_of(const api::LabelSelector& selector,
                                                        const std::vector<std::string>& namespaces,
                                                        const std::vector<api::Labels>& labels) const;
  /// Adds pods of the workload to the node, or, with `by` < 0, removes them.
  void change(std::uint32_t workload, std::uint32_t node, int by);
  /// Adds or removes the node as a candidate of node_for, while its load changes.
  void offer(std::uint32_t node);
  void withhold(std::uint32_t node);
  [[nodiscard]] bool is_wanted(const Demand& demand, std::uint32_t node) const;
  [[nodiscard]] bool allow(const Neighbours& neighbours, std::uint32_t workload, std::uint32_t node) const;
  [[nodiscard]] std::uint32_t count(const Neighbours& neighbours, std::uint32_t node, std::uint32_t zone) const;
  [[nodiscard]] std::uint32_t count_of(std::uint32_t workload, cluster::Topology topology, std::uint32_t node,
                                       std::uint32_t zone, bool with_deleted) const;
  /// Returns the smallest number on a node or in a zone that the workload may use.
  [[nodiscard]] std::uint32_t fewest(const Neighbours& neighbours, std::uint32_t workload) const;

  const Cluster& cluster_;
  /// Extended resources and the like; sorted.
  std::vector<std::string> resources_;
  std::vector<Node> nodes_;
  std::vector<Demand> demands_;
  /// Numbers of pods and indices of nodes, by zone; without cordoned nodes.
  std::vector<std::set<std::pair<std::uint32_t, std::uint32_t>>> by_load_;
  /// Pods of each workload in each zone, and on each node for workloads with constraints on neighbours.
  std::vector<std::vector<std::uint32_t>> in_zone_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> on_node_;
  /// Pods of these that are being deleted, by node and by zone.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> deleted_on_node_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> deleted_in_zone_;
  std::vector<bool> is_counted_by_node_;
};

}  // namespace podreel::fleet
