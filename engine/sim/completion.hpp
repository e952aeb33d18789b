// One coroutine waits, something else completes it once.
#pragma once

#include <optional>
#include <utility>

#include "engine/sim/task.hpp"

namespace podreel::sim {

/// A single-shot value: `complete` may come before or after `wait`; a second `complete` is ignored, so the first of
/// several racing parties (an answer, a timeout) wins. One waiter at a time.
template <class T>
class Completion {
 public:
  explicit Completion(const Process& process) noexcept : process_{process} {}
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;

  [[nodiscard]] bool is_complete() const noexcept { return value_.has_value(); }

  void complete(T value) {
    if (value_) return;
    value_.emplace(std::move(value));
    if (resume_) process_.post(std::move(resume_));
  }

  /// The value, as soon as there is one. The completion must outlive the wait.
  [[nodiscard]] Task<T> wait() {
    if (!value_) {
      co_await boost::asio::async_initiate<const boost::asio::use_awaitable_t<Executor>, void()>(
          [this](auto handler) { resume_ = Callback{std::move(handler)}; }, use_task);
    }
    co_return std::move(*value_);
  }

 private:
  const Process& process_;
  std::optional<T> value_;
  Callback resume_;
};

}  // namespace podreel::sim
