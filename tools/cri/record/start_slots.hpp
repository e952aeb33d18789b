// A limit of kubelets that start at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <semaphore>
#include <thread>

namespace podreel::cri {

/// Limits how many kubelets start at the same time. A kubelet that starts takes a core for about a second, and delays
/// those that are being recorded. May be used by several threads.
class StartSlots {
 public:
  /// `count`: at least 1.
  explicit StartSlots(std::size_t count = std::max(1U, std::thread::hardware_concurrency() / 2))
      : free_{static_cast<std::ptrdiff_t>(count)} {}

  /// A place among those that start.
  class Slot {
   public:
    /// Waits for a place, or until `is_given_up` is true.
    Slot(StartSlots& slots, const std::atomic<bool>& is_given_up) : slots_{slots} {
      constexpr std::chrono::milliseconds pause{20};
      while (!is_given_up && !is_taken_) is_taken_ = slots_.free_.try_acquire_for(pause);
    }
    ~Slot() {
      if (is_taken_) slots_.free_.release();
    }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

   private:
    StartSlots& slots_;
    bool is_taken_ = false;
  };

 private:
  std::counting_semaphore<> free_;
};

}  // namespace podreel::cri
