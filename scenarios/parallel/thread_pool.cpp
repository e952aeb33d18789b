#include "scenarios/parallel/thread_pool.hpp"

#include <atomic>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::parallel {

ThreadPool::ThreadPool(std::size_t threads) {
  PODREEL_INVARIANT(threads > 0, "a pool has at least the calling thread");
  for (std::size_t thread = 1; thread < threads; ++thread) {
    threads_.emplace_back([this, thread] { serve(thread); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock{mutex_};
    ends_ = true;
  }
  begins_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::run(const std::function<void(std::size_t)>& work) {
  {
    const std::lock_guard lock{mutex_};
    PODREEL_INVARIANT(busy_ == 0 && !ends_, "a round of work begins after the previous one has ended");
    work_ = &work;
    busy_ = threads_.size();
    ++round_;
  }
  begins_.notify_all();
  call(0);
  std::unique_lock lock{mutex_};
  is_done_.wait(lock, [this] { return busy_ == 0; });
  work_ = nullptr;
  if (const std::exception_ptr error = std::exchange(error_, nullptr)) std::rethrow_exception(error);
}

void ThreadPool::for_each(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  run([&](std::size_t thread) {
    try {
      for (std::size_t place = next++; place < count; place = next++) work(thread, place);
    } catch (...) {
      next = count;
      throw;
    }
  });
}

void ThreadPool::serve(std::size_t thread) {
  for (std::uint64_t round = 1;; ++round) {
    {
      std::unique_lock lock{mutex_};
      begins_.wait(lock, [&] { return ends_ || round_ >= round; });
      if (ends_) return;
    }
    call(thread);
    const std::lock_guard lock{mutex_};
    if (--busy_ == 0) is_done_.notify_one();
  }
}

void ThreadPool::call(std::size_t thread) noexcept {
  try {
    (*work_)(thread);
  } catch (...) {
    const std::lock_guard lock{mutex_};
    if (!error_) error_ = std::current_exception();
  }
}

}  // namespace podreel::parallel
