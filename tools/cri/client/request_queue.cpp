#include "tools/cri/client/request_queue.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace podreel::cri {

RequestQueue::~RequestQueue() {
  {
    const std::lock_guard lock{mutex_};
    is_over_ = true;
  }
  changed_.notify_all();
  client_.close();
  if (thread_.joinable()) thread_.join();
}

void RequestQueue::begin() {
  thread_ = std::thread{[this] { send_all(); }};
}

void RequestQueue::send(serve::Request request) {
  {
    const std::lock_guard lock{mutex_};
    waiting_.push_back(std::move(request));
  }
  changed_.notify_all();
}

void RequestQueue::send_all() {
  constexpr std::chrono::milliseconds retry{200};
  std::unique_lock lock{mutex_};
  for (;;) {
    changed_.wait(lock, [this] { return is_over_ || !waiting_.empty(); });
    if (is_over_) return;
    const serve::Request next = waiting_.front();
    bool is_answered = true;
    lock.unlock();
    try {
      static_cast<void>(client_.send(next));
    } catch (const std::exception&) {
      is_answered = false;
    }
    lock.lock();
    if (is_answered) {
      waiting_.pop_front();
    } else {
      changed_.wait_for(lock, retry, [this] { return is_over_; });
    }
  }
}

}  // namespace podreel::cri
