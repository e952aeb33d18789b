#include "scenarios/fleet/drain/simulated_drains.hpp"

#include <algorithm>
#include <utility>

#include "scenarios/fleet/order.hpp"

namespace podreel::fleet {

SimulatedDrains::SimulatedDrains(const Fleet& fleet, const Plan& plan, std::size_t threads,
                                 std::function<void(std::size_t)> progress)
    : fleet_{fleet},
      plan_{plan},
      progress_{std::move(progress)},
      order_{cluster_order(fleet, plan)},
      progress_by_cluster_(fleet.clusters.size()) {
  const std::size_t side_by_side = std::min(threads, order_.size());
  for (std::size_t index = 0; index < side_by_side; ++index) {
    const std::size_t share = threads * (index + 1) / side_by_side - threads * index / side_by_side;
    worker_threads_.push_back(std::make_unique<WorkerThreads>(share));
  }
  for (const std::unique_ptr<WorkerThreads>& workers : worker_threads_) {
    threads_.emplace_back([this, &own = *workers] { simulate_clusters(own); });
  }
}

SimulatedDrains::~SimulatedDrains() {
  for (const std::unique_ptr<WorkerThreads>& workers : worker_threads_) workers->is_dismissed = true;
  for (std::thread& thread : threads_) thread.join();
}

std::vector<std::uint32_t> SimulatedDrains::placed(std::uint32_t cluster) {
  std::unique_lock lock{mutex_};
  return wait(cluster, lock, [](const DrainProgress& progress) { return progress.has_begun; }).placed;
}

DrainedBatch SimulatedDrains::next(std::uint32_t cluster) {
  std::unique_lock lock{mutex_};
  DrainProgress& progress = wait(cluster, lock, [](const DrainProgress& so_far) { return !so_far.batches.empty(); });
  DrainedBatch batch = std::move(progress.batches.front());
  progress.batches.pop_front();
  return batch;
}

void SimulatedDrains::forget(std::uint32_t cluster) {
  const std::lock_guard lock{mutex_};
  progress_by_cluster_[cluster] = {};
}

template <class IsThere>
SimulatedDrains::DrainProgress& SimulatedDrains::wait(std::uint32_t cluster, std::unique_lock<std::mutex>& lock,
                                                      const IsThere& is_there) {
  news_.wait(lock, [&] { return error_ || is_there(progress_by_cluster_[cluster]); });
  if (!is_there(progress_by_cluster_[cluster])) std::rethrow_exception(error_);
  return progress_by_cluster_[cluster];
}

template <class Change>
void SimulatedDrains::publish(std::uint32_t cluster, const Change& change) {
  {
    const std::lock_guard lock{mutex_};
    change(progress_by_cluster_[cluster]);
  }
  news_.notify_one();
}

void SimulatedDrains::simulate_clusters(WorkerThreads& workers) noexcept {
  try {
    while (true) {
      std::unique_lock lock{mutex_};
      if (next_ == order_.size()) return;
      const std::uint32_t cluster = order_[next_++];
      lock.unlock();
      simulate(cluster, workers);
    }
  } catch (const Dismissed&) {
    return;
  } catch (...) {
    const std::lock_guard lock{mutex_};
    error_ = std::current_exception();
  }
  news_.notify_one();
}

void SimulatedDrains::simulate(std::uint32_t cluster, WorkerThreads& workers) {
  ClusterDrain drain{fleet_, plan_, cluster, workers};
  publish(cluster, [&](DrainProgress& progress) {
    progress.has_begun = true;
    progress.placed = drain.placed();
  });
  while (!drain.is_over()) {
    DrainedBatch batch = drain.next();
    publish(cluster, [&](DrainProgress& progress) {
      if (progress_) progress_(batch.accounts.size());
      progress.batches.push_back(std::move(batch));
    });
  }
}

}  // namespace podreel::fleet
