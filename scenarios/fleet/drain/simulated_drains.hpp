// Drains that are simulated here and now.
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

/// Clusters are simulated side by side, ahead of who asks for them; threads that are left over share the nodes of each.
/// What nobody asks for any more, as the plan was stopped, was in vain. Nobody learns from a drain which threads made
/// it.
class SimulatedDrains final : public Drains {
 public:
  /// `plan` has a drain; `threads` > 0. `progress` is told how many more turns have been simulated, one call at a time;
  /// it may be empty.
  SimulatedDrains(const Fleet& fleet, const Plan& plan, std::size_t threads,
                  std::function<void(std::size_t)> progress = {});
  ~SimulatedDrains() override;
  SimulatedDrains(const SimulatedDrains&) = delete;
  SimulatedDrains& operator=(const SimulatedDrains&) = delete;

  std::vector<std::uint32_t> placed(std::uint32_t cluster) override;
  DrainedBatch next(std::uint32_t cluster) override;
  void forget(std::uint32_t cluster) override;

 private:
  /// What of a drain there is, and nobody has asked for yet.
  struct Told {
    bool has_begun = false;
    std::vector<std::uint32_t> placed;
    std::deque<DrainedBatch> batches;
  };

  void simulate_clusters(Workforce& workforce) noexcept;
  void simulate(std::uint32_t cluster, Workforce& workforce);
  template <class Change>
  void tell(std::uint32_t cluster, const Change& change);
  /// Waits until `is_there` of what is told of the cluster.
  template <class IsThere>
  Told& wait(std::uint32_t cluster, std::unique_lock<std::mutex>& lock, const IsThere& is_there);

  const Fleet& fleet_;
  const Plan& plan_;
  std::function<void(std::size_t)> progress_;
  std::mutex mutex_;
  std::condition_variable news_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;
  /// By cluster.
  std::vector<Told> told_;
  std::exception_ptr error_;
  std::vector<std::unique_ptr<Workforce>> workforces_;
  std::vector<std::thread> threads_;
};

}  // namespace podreel::fleet
