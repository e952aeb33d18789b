// Drains that this process simulates.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "scenarios/fleet/drain/drains.hpp"

namespace podreel::fleet {

/// Simulates clusters in parallel and ahead of requests; further threads share the nodes of each cluster. Results are
/// discarded if the plan stops before they are requested. The drains do not depend on the threads.
class SimulatedDrains final : public Drains {
 public:
  /// `plan` has a drain; `threads` > 0. Calls `progress` with the number of further simulated upgrades, one call at a
  /// time; it may be empty.
  SimulatedDrains(const Fleet& fleet, const Plan& plan, std::size_t threads,
                  std::function<void(std::size_t)> progress = {});
  ~SimulatedDrains() override;
  SimulatedDrains(const SimulatedDrains&) = delete;
  SimulatedDrains& operator=(const SimulatedDrains&) = delete;

  std::vector<std::uint32_t> placed(std::uint32_t cluster) override;
  DrainedBatch next(std::uint32_t cluster) override;
  void forget(std::uint32_t cluster) override;

 private:
  /// Finished parts of a drain that have not been requested.
  struct DrainProgress {
    bool has_begun = false;
    std::vector<std::uint32_t> placed;
    std::deque<DrainedBatch> batches;
  };

  void simulate_clusters(WorkerThreads& workers) noexcept;
  void simulate(std::uint32_t cluster, WorkerThreads& workers);
  template <class Change>
  void publish(std::uint32_t cluster, const Change& change);
  /// Waits until `is_there` holds for the cluster's result.
  template <class IsThere>
  DrainProgress& wait(std::uint32_t cluster, std::unique_lock<std::mutex>& lock, const IsThere& is_there);

  const Fleet& fleet_;
  const Plan& plan_;
  std::function<void(std::size_t)> progress_;
  std::mutex mutex_;
  std::condition_variable news_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;
  /// By cluster.
  std::vector<DrainProgress> progress_by_cluster_;
  std::exception_ptr error_;
  std::vector<std::unique_ptr<WorkerThreads>> worker_threads_;
  std::vector<std::thread> threads_;
};

}  // namespace podreel::fleet
