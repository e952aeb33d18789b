// A bounded queue between a producer thread and a consumer thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/invariant.hpp"

namespace podreel::cli {

/// Passes batches from a producer to a consumer in order; the producer waits while `maximum` batches are queued.
template <class T>
class BoundedQueue {
 public:
  using Batch = std::vector<T>;

  explicit BoundedQueue(std::size_t maximum) : maximum_{maximum} {}

  /// Waits while the queue is full. Drops the batch after abandon().
  void put(Batch batch) {
    std::unique_lock lock{mutex_};
    PODREEL_INVARIANT(!is_closed_, "a closed queue takes no batches");
    changed_.wait(lock, [this] { return batches_.size() < maximum_ || is_unwanted_; });
    if (!is_unwanted_) batches_.push_back(std::move(batch));
    PODREEL_INVARIANT(batches_.size() <= maximum_, "a queue holds at most its maximum of batches");
    changed_.notify_all();
  }
  /// Marks the end of the batches.
  void close() {
    const std::lock_guard lock{mutex_};
    is_closed_ = true;
    changed_.notify_all();
  }

  /// Waits for the next batch and returns it; no value after the last one.
  [[nodiscard]] std::optional<Batch> take() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return !batches_.empty() || is_closed_; });
    if (batches_.empty()) return std::nullopt;
    Batch batch = std::move(batches_.front());
    batches_.pop_front();
    changed_.notify_all();
    return batch;
  }
  /// Stops the consumer: batches put from now on are dropped.
  void abandon() {
    const std::lock_guard lock{mutex_};
    is_unwanted_ = true;
    batches_.clear();
    changed_.notify_all();
  }

 private:
  std::size_t maximum_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Batch> batches_;
  bool is_closed_ = false;
  bool is_unwanted_ = false;
};

}  // namespace podreel::cli
