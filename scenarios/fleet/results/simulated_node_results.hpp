// Accounts of nodes that this process simulates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/placements.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/fleet/results/node_results.hpp"
#include "scenarios/parallel/thread_pool.hpp"

namespace podreel::fleet {

/// Simulates nodes on several threads. The accounts do not depend on the threads.
class SimulatedNodeResults final : public NodeResults {
 public:
  /// `threads` > 0. Calls `progress` with the number of further simulated nodes, one call at a time; it may be empty.
  SimulatedNodeResults(const Fleet& fleet, const Plan& plan, Placements& placements, std::size_t threads,
                       std::function<void(std::size_t)> progress = {});
  ~SimulatedNodeResults() override;
  SimulatedNodeResults(const SimulatedNodeResults&) = delete;
  SimulatedNodeResults& operator=(const SimulatedNodeResults&) = delete;

  std::vector<NodeResult> of_masters(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  std::vector<NodeResult> of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  std::vector<NodeResult> rolled_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  [[nodiscard]] std::size_t at_a_time() const noexcept override;

 private:
  class Simulator;
  using Simulate = NodeResult (Simulator::*)(const Cluster&, std::uint32_t, const std::vector<Replica>&);

  [[nodiscard]] std::vector<NodeResult> simulate(Simulate how, std::uint32_t cluster,
                                                 const std::vector<std::uint32_t>& nodes);

  const Fleet& fleet_;
  Placements& placements_;
  std::function<void(std::size_t)> progress_;
  /// One for each thread.
  std::vector<std::unique_ptr<Simulator>> simulators_;
  parallel::ThreadPool pool_;
};

}  // namespace podreel::fleet
