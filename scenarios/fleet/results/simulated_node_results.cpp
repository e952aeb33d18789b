#include "scenarios/fleet/results/simulated_node_results.hpp"

#include <mutex>
#include <utility>

#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/simulation/settled_pod.hpp"

namespace podreel::fleet {

/// Simulates one node after the other, and keeps what they share.
class SimulatedNodeResults::Simulator {
 public:
  Simulator(const Fleet& fleet, const Plan& plan) : fleet_{fleet}, plan_{plan} {
    options_.settled = &settled_;
    options_.shared_policies = &policies_;
  }

  [[nodiscard]] NodeResult masters(const Cluster& cluster, std::uint32_t node, const std::vector<Replica>& pods) {
    return looked_at(masters_scenario(fleet_, cluster, node, pods, plan_), pods, masters_begin(plan_),
                     plan_.masters->watched_for);
  }

  [[nodiscard]] NodeResult turn(const Cluster& cluster, std::uint32_t node, const std::vector<Replica>& pods) {
    return looked_at(node_scenario(fleet_, cluster, node, pods, plan_), pods, turn_begins(plan_), plan_.watch);
  }

  [[nodiscard]] NodeResult turn_back(const Cluster& cluster, std::uint32_t node, const std::vector<Replica>& pods) {
    const sim::Duration at = turn_begins(plan_) + turn(cluster, node, pods).looked_at_for;
    return looked_at(and_back(node_scenario(fleet_, cluster, node, pods, plan_), plan_, at), pods, at, plan_.watch);
  }

 private:
  /// Observes the node from `from` on, and longer if pods have not recovered by then.
  [[nodiscard]] NodeResult looked_at(const format::Scenario& scenario, const std::vector<Replica>& pods,
                                     sim::Duration from, sim::Duration length) const {
    NodeResult account = result_of(scenario, pods, from, from + length, options_);
    if (account.has_recovered || plan_.recovery <= length) return account;
    return result_of(scenario, pods, from, from + plan_.recovery, options_);
  }

  const Fleet& fleet_;
  const Plan& plan_;
  simulation::SettledPods settled_;
  decide::SharedPolicies policies_;
  simulation::ReplayOptions options_;
};

SimulatedNodeResults::SimulatedNodeResults(const Fleet& fleet, const Plan& plan, Placements& placements,
                                           std::size_t threads, std::function<void(std::size_t)> progress)
    : fleet_{fleet}, placements_{placements}, progress_{std::move(progress)}, pool_{threads} {
  for (std::size_t thread = 0; thread < threads; ++thread) {
    simulators_.push_back(std::make_unique<Simulator>(fleet, plan));
  }
}

SimulatedNodeResults::~SimulatedNodeResults() = default;

std::vector<NodeResult> SimulatedNodeResults::of_masters(std::uint32_t cluster,
                                                         const std::vector<std::uint32_t>& nodes) {
  return simulate(&Simulator::masters, cluster, nodes);
}

std::vector<NodeResult> SimulatedNodeResults::of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) {
  return simulate(&Simulator::turn, cluster, nodes);
}

std::vector<NodeResult> SimulatedNodeResults::rolled_back(std::uint32_t cluster,
                                                          const std::vector<std::uint32_t>& nodes) {
  return simulate(&Simulator::turn_back, cluster, nodes);
}

std::size_t SimulatedNodeResults::at_a_time() const noexcept {
  constexpr std::size_t for_each_thread = 64;
  return for_each_thread * simulators_.size();
}

std::vector<NodeResult> SimulatedNodeResults::simulate(Simulate how, std::uint32_t cluster,
                                                       const std::vector<std::uint32_t>& nodes) {
  const Cluster& of = fleet_.clusters[cluster];
  const Placement& placement = placements_.of(cluster);
  std::vector<NodeResult> accounts(nodes.size());
  std::mutex mutex;
  pool_.for_each(nodes.size(), [&](std::size_t thread, std::size_t place) {
    Simulator& simulator = *simulators_[thread];
    accounts[place] = (simulator.*how)(of, nodes[place], placement.pods_of(nodes[place]));
    if (!progress_) return;
    const std::lock_guard lock{mutex};
    progress_(1);
  });
  return accounts;
}

}  // namespace podreel::fleet
