#include "scenarios/fleet/in_place.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "scenarios/fleet/node_scenario.hpp"
#include "scenarios/simulation/settled_pod.hpp"

namespace podreel::fleet {

namespace {

/// So many turns are simulated ahead for each thread.
constexpr std::size_t turns_ahead = 64;

}  // namespace

/// Simulates one node after the other, and remembers what they have in common.
class InPlace::Simulator {
 public:
  Simulator(const Fleet& fleet, const Plan& plan) : fleet_{fleet}, plan_{plan} {
    options_.settled = &settled_;
    options_.shared_policies = &policies_;
  }

  [[nodiscard]] NodeAccount turn(const Cluster& cluster, std::uint32_t node, const std::vector<Replica>& pods) {
    return looked_at(node_scenario(fleet_, cluster, node, pods, plan_), pods, {});
  }

  [[nodiscard]] NodeAccount turn_back(const Cluster& cluster, std::uint32_t node, const std::vector<Replica>& pods) {
    const sim::Duration before = turn(cluster, node, pods).looked_at_for;
    return looked_at(and_back(node_scenario(fleet_, cluster, node, pods, plan_), plan_, before), pods, before);
  }

 private:
  /// From `from` on, and longer where pods are not as ready by then as they were.
  [[nodiscard]] NodeAccount looked_at(const language::Scenario& scenario, const std::vector<Replica>& pods,
                                      sim::Duration from) const {
    NodeAccount account = account_of(scenario, pods, from, from + plan_.watch, options_);
    if (account.has_recovered || plan_.recovery <= plan_.watch) return account;
    return account_of(scenario, pods, from, from + plan_.recovery, options_);
  }

  const Fleet& fleet_;
  const Plan& plan_;
  simulation::SettledPods settled_;
  decide::SharedPolicies policies_;
  simulation::ReplayOptions options_;
};

InPlace::InPlace(const Fleet& fleet, const Plan& plan, std::size_t threads, std::function<void(std::size_t)> progress)
    : fleet_{fleet}, plan_{plan}, progress_{std::move(progress)} {
  for (std::size_t thread = 0; thread < threads; ++thread) {
    simulators_.push_back(std::make_unique<Simulator>(fleet, plan));
  }
}

InPlace::~InPlace() = default;

std::vector<std::uint32_t> InPlace::begin(std::uint32_t cluster, std::vector<std::uint32_t> order) {
  const auto begun = begun_.try_emplace(cluster, Begun{Placement{fleet_.clusters[cluster]}, std::move(order)}).first;
  return begun->second.placement.placed();
}

std::vector<NodeAccount> InPlace::take(std::uint32_t cluster, std::uint32_t count) {
  Begun& begun = begun_.at(cluster);
  if (begun.ready.size() < count) {
    const std::size_t wanted = std::max<std::size_t>(count - begun.ready.size(), turns_ahead * simulators_.size());
    const std::size_t end = std::min(begun.order.size(), begun.next + wanted);
    const std::vector<std::uint32_t> nodes{begun.order.begin() + static_cast<std::ptrdiff_t>(begun.next),
                                           begun.order.begin() + static_cast<std::ptrdiff_t>(end)};
    std::ranges::move(simulate(cluster, nodes, false), std::back_inserter(begun.ready));
    begun.next = end;
  }
  const auto taken = begun.ready.begin() + count;
  std::vector<NodeAccount> accounts{std::make_move_iterator(begun.ready.begin()), std::make_move_iterator(taken)};
  begun.ready.erase(begun.ready.begin(), taken);
  return accounts;
}

std::vector<NodeAccount> InPlace::take_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) {
  return simulate(cluster, nodes, true);
}

std::vector<NodeAccount> InPlace::simulate(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes,
                                           bool is_taken_back) {
  const Cluster& of = fleet_.clusters[cluster];
  const Placement& placement = begun_.at(cluster).placement;
  std::vector<NodeAccount> accounts(nodes.size());
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr error;
  const auto work = [&](Simulator& simulator) {
    try {
      for (std::size_t index = next++; index < nodes.size(); index = next++) {
        const std::vector<Replica>& pods = placement.pods_of(nodes[index]);
        accounts[index] =
            is_taken_back ? simulator.turn_back(of, nodes[index], pods) : simulator.turn(of, nodes[index], pods);
        if (!progress_) continue;
        const std::lock_guard lock{mutex};
        progress_(1);
      }
    } catch (...) {
      const std::lock_guard lock{mutex};
      if (!error) error = std::current_exception();
      next = nodes.size();
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t thread = 1; thread < std::min(simulators_.size(), nodes.size()); ++thread) {
    threads.emplace_back(work, std::ref(*simulators_[thread]));
  }
  work(*simulators_.front());
  for (std::thread& thread : threads) thread.join();
  if (error) std::rethrow_exception(error);
  return accounts;
}

}  // namespace podreel::fleet
