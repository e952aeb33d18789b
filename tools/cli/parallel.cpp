#include "tools/cli/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace podreel::cli {

void for_each_index(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;
  const auto run = [&] {
    for (std::size_t index = next++; index < count; index = next++) {
      try {
        work(index);
      } catch (...) {
        const std::lock_guard lock{mutex};
        error = std::current_exception();
        next = count;
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t thread = 1; thread < std::min(jobs, count); ++thread) threads.emplace_back(run);
  run();
  for (std::thread& thread : threads) thread.join();
  if (error) std::rethrow_exception(error);
}

}  // namespace podreel::cli
