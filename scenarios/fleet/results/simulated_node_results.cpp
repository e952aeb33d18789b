#include "scenarios/fleet/results/simulated_node_results.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "scenarios/fleet/node_run.hpp"
#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/format/actions/preparation.hpp"
#include "scenarios/simulation/settled_pod.hpp"

namespace podreel::fleet {

namespace {

/// Returns whether a run prepares for a step of the plan before it begins, so that a run without the step differs.
bool needs_preparation(const Plan& plan) {
  return std::ranges::any_of(plan.all_steps(), [](const NodeSteps* steps) {
    return std::ranges::any_of(steps->steps,
                               [](const format::Step& step) { return actions::needs_preparation(*step.action); });
  });
}

}  // namespace

/// Simulates one node after the other, and keeps what they share.
class SimulatedNodeResults::Simulator {
 public:
  Simulator(const Fleet& fleet, const Plan& plan) : fleet_{fleet}, plan_{plan}, can_join_{!needs_preparation(plan)} {
    options_.settled = &settled_;
    options_.shared_policies = &policies_;
  }

  /// Returns the results of the parts from `first` on, as far as one run gives them, up to `last`.
  [[nodiscard]] std::vector<NodeResult> results(NodePart first, NodePart last, const Cluster& cluster,
                                                std::uint32_t node, const std::vector<Replica>& pods) {
    if (first == NodePart::roll_back) return {roll_back(cluster, node, pods)};
    if (!can_join_) last = first;
    if (last == NodePart::masters) {
      return observe(masters_scenario(fleet_, cluster, node, pods, plan_), pods, first, last);
    }
    format::Scenario scenario = node_scenario(fleet_, cluster, node, pods, plan_);
    if (last == NodePart::roll_back) scenario = and_back(std::move(scenario), plan_, roll_back_begins());
    return observe(scenario, pods, first, last);
  }

 private:
  /// A node that takes longer to recover is rolled back later.
  [[nodiscard]] NodeResult roll_back(const Cluster& cluster, std::uint32_t node, const std::vector<Replica>& pods) {
    const NodePart first = NodePart::turn;
    const format::Scenario upgrade = node_scenario(fleet_, cluster, node, pods, plan_);
    std::vector<NodeResult> results =
        can_join_ ? observe(and_back(upgrade, plan_, roll_back_begins()), pods, first, NodePart::roll_back)
                  : observe(upgrade, pods, first, first);
    if (results.size() > 1) return std::move(results.back());
    const sim::Duration at = turn_begins(plan_) + results.front().looked_at_for;
    const format::Scenario scenario = and_back(upgrade, plan_, at);
    return results_of(scenario, pods, {{at, plan_.watch, scenario.timeline.size()}}, plan_.recovery, options_).front();
  }

  /// Unless a node takes longer to recover from its upgrade.
  [[nodiscard]] sim::Duration roll_back_begins() const { return turn_begins(plan_) + plan_.watch; }

  [[nodiscard]] std::vector<NodeResult> observe(const format::Scenario& scenario, const std::vector<Replica>& pods,
                                                NodePart first, NodePart last) const {
    std::vector<ObservedStage> stages;
    const std::size_t all = scenario.timeline.size();
    const std::size_t of_upgrade = last == NodePart::roll_back ? all - plan_.roll_back.steps.size() : all;
    if (first == NodePart::masters) {
      const std::size_t of_masters = 1 + plan_.masters->steps.steps.size();
      stages.push_back({masters_begin(plan_), plan_.masters->watched_for, of_masters});
    }
    if (last >= NodePart::turn) stages.push_back({turn_begins(plan_), plan_.watch, of_upgrade});
    if (last == NodePart::roll_back) stages.push_back({roll_back_begins(), plan_.watch, all});
    return results_of(scenario, pods, stages, plan_.recovery, options_);
  }

  const Fleet& fleet_;
  const Plan& plan_;
  /// Several parts can share a run.
  bool can_join_;
  simulation::SettledPods settled_;
  decide::SharedPolicies policies_;
  simulation::ReplayOptions options_;
};

SimulatedNodeResults::SimulatedNodeResults(const Fleet& fleet, const Plan& plan, Placements& placements,
                                           std::size_t threads, std::function<void(std::size_t)> progress,
                                           Prefetch prefetch)
    : fleet_{fleet},
      plan_{plan},
      placements_{placements},
      progress_{std::move(progress)},
      prefetch_{prefetch},
      pool_{threads} {
  for (std::size_t thread = 0; thread < threads; ++thread) {
    simulators_.push_back(std::make_unique<Simulator>(fleet, plan));
  }
}

SimulatedNodeResults::~SimulatedNodeResults() = default;

std::vector<NodeResult> SimulatedNodeResults::of_masters(std::uint32_t cluster,
                                                         const std::vector<std::uint32_t>& nodes) {
  return simulate(NodePart::masters, cluster, nodes);
}

std::vector<NodeResult> SimulatedNodeResults::of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) {
  return simulate(NodePart::turn, cluster, nodes);
}

std::vector<NodeResult> SimulatedNodeResults::rolled_back(std::uint32_t cluster,
                                                          const std::vector<std::uint32_t>& nodes) {
  return simulate(NodePart::roll_back, cluster, nodes);
}

std::size_t SimulatedNodeResults::at_a_time() const noexcept {
  constexpr std::size_t for_each_thread = 64;
  return for_each_thread * simulators_.size();
}

/// Nodes that a stop condition may spare are not prefetched.
NodePart SimulatedNodeResults::last_of_run(NodePart first) const {
  if (prefetch_ == Prefetch::no || !prefetched_.has_room()) return first;
  NodePart last = first;
  if (last == NodePart::masters && !plan_.stop.has_any()) last = NodePart::turn;
  if (last == NodePart::turn && plan_.roll_back_at && !plan_.roll_back.is_empty()) last = NodePart::roll_back;
  return last;
}

NodeResult SimulatedNodeResults::simulate(NodePart part, std::uint32_t cluster, std::uint32_t node,
                                          const std::vector<Replica>& pods, Simulator& simulator) {
  const Cluster& of = fleet_.clusters[cluster];
  const auto workloads = static_cast<std::uint32_t>(of.workloads.size());
  if (auto known = prefetched_.take({cluster, node, part}, workloads)) return std::move(*known);
  std::vector<NodeResult> results = simulator.results(part, last_of_run(part), of, node, pods);
  for (std::size_t later = 1; later < results.size(); ++later) {
    prefetched_.put({cluster, node, static_cast<NodePart>(static_cast<std::size_t>(part) + later)}, results[later]);
  }
  return std::move(results.front());
}

std::vector<NodeResult> SimulatedNodeResults::simulate(NodePart part, std::uint32_t cluster,
                                                       const std::vector<std::uint32_t>& nodes) {
  const Placement& placement = placements_.of(cluster);
  std::vector<NodeResult> accounts(nodes.size());
  std::mutex mutex;
  pool_.for_each(nodes.size(), [&](std::size_t thread, std::size_t place) {
    const std::uint32_t node = nodes[place];
    accounts[place] = simulate(part, cluster, node, placement.pods_of(node), *simulators_[thread]);
    if (!progress_) return;
    const std::lock_guard lock{mutex};
    progress_(1);
  });
  return accounts;
}

}  // namespace podreel::fleet
