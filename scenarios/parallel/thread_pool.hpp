// Threads for parallel simulation of nodes in windows, or of separate runs.
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

/// Reuses threads for many short tasks.
class ThreadPool {
 public:
  /// `threads` > 0, including the calling thread.
  explicit ThreadPool(std::size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return threads_.size() + 1; }

  /// Calls `work` once on every thread, with the thread's number, and returns when all are done. Rethrows an exception
  /// of a thread.
  void run(const std::function<void(std::size_t thread)>& work);

  /// Calls `work` once with each number below `count`, on any free thread, in order of beginning. After an exception,
  /// starts no further calls and rethrows it.
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
