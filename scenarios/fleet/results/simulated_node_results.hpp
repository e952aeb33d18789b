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
#include "scenarios/fleet/results/prefetched_results.hpp"
#include "scenarios/parallel/thread_pool.hpp"

namespace podreel::fleet {

/// Whether a run also simulates what the plan is going to request of the same node later.
enum class Prefetch : std::uint8_t { no, yes };

/// Simulates nodes on several threads. The accounts do not depend on the threads.
class SimulatedNodeResults final : public NodeResults {
 public:
  /// `threads` > 0. Calls `progress` with the number of further simulated nodes, one call at a time; it may be empty.
  SimulatedNodeResults(const Fleet& fleet, const Plan& plan, Placements& placements, std::size_t threads,
                       std::function<void(std::size_t)> progress = {}, Prefetch prefetch = Prefetch::no);
  ~SimulatedNodeResults() override;
  SimulatedNodeResults(const SimulatedNodeResults&) = delete;
  SimulatedNodeResults& operator=(const SimulatedNodeResults&) = delete;

  std::vector<NodeResult> of_masters(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  std::vector<NodeResult> of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  std::vector<NodeResult> rolled_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  [[nodiscard]] std::size_t at_a_time() const noexcept override;

 private:
  class Simulator;

  /// Returns the last part that a run that begins with this part simulates.
  [[nodiscard]] NodePart last_of_run(NodePart first) const;
  [[nodiscard]] NodeResult simulate(NodePart part, std::uint32_t cluster, std::uint32_t node,
                                    const std::vector<Replica>& pods, Simulator& simulator);
  [[nodiscard]] std::vector<NodeResult> simulate(NodePart part, std::uint32_t cluster,
                                                 const std::vector<std::uint32_t>& nodes);

  static constexpr std::size_t max_prefetched_bytes = 100'000'000;

  const Fleet& fleet_;
  const Plan& plan_;
  Placements& placements_;
  std::function<void(std::size_t)> progress_;
  Prefetch prefetch_;
  PrefetchedResults prefetched_{max_prefetched_bytes};
  /// One for each thread.
  std::vector<std::unique_ptr<Simulator>> simulators_;
  parallel::ThreadPool pool_;
};

}  // namespace podreel::fleet
