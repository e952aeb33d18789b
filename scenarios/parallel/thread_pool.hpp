// Threads that simulate side by side: nodes window by window, or one run after the other.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace podreel::parallel {

/// The same threads for many short pieces of work.
class ThreadPool {
 public:
  /// `threads` > 0, with the one that asks.
  explicit ThreadPool(std::size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return threads_.size() + 1; }

  /// Calls `work` once on every thread, with the thread's number, and returns when all are done. What one of them
  /// throws is thrown.
  void run(const std::function<void(std::size_t thread)>& work);

  /// Calls `work` once with each place below `count`, on whichever thread is free, in order of their beginning. When
  /// one throws, no other is begun, and it is thrown.
  void for_each(std::size_t count, const std::function<void(std::size_t thread, std::size_t place)>& work);

 private:
  void serve(std::size_t thread);
  void call(std::size_t thread) noexcept;

  std::mutex mutex_;
  std::condition_variable begins_;
  std::condition_variable is_done_;
  const std::function<void(std::size_t)>* work_ = nullptr;
  std::uint64_t round_ = 0;
  std::size_t busy_ = 0;
  bool ends_ = false;
  std::exception_ptr error_;
  std::vector<std::thread> threads_;
};

}  // namespace podreel::parallel
