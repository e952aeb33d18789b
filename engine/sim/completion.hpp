// One coroutine waits, something else completes it once.
#pragma once

#include <optional>
#include <utility>

#include "engine/sim/task.hpp"

namespace podreel::sim {

/// A single-shot value: `complete` may come before or after `wait`; a second `complete` is ignored, so the first of
/// several racing parties (an answer, a timeout) wins. One waiter at a time.
///
/// The waiting coroutine is parked on the scheduler, which destroys it when it is cleared: a completion owns nobody.
template <class T>
class Completion {
 public:
  explicit Completion(const Process& process) noexcept : process_{process} {}
  ~Completion() = default;
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;

  [[nodiscard]] bool is_complete() const noexcept { return value_.has_value(); }

  void complete(T value) {
    if (value_) return;
    value_.emplace(std::move(value));
    if (waiter_) process_.wake(*waiter_);
  }

  /// The value, as soon as there is one. The completion must outlive the wait.
  [[nodiscard]] Task<T> wait() {
    if (!value_) {
      co_await park(process_, [this](EventId parked) { waiter_ = parked; });
      waiter_.reset();
    }
    co_return take();
  }

  /// The value of a complete one, without waiting.
  [[nodiscard]] T take() { return std::move(*value_); }

 private:
  const Process& process_;
  std::optional<T> value_;
  std::optional<EventId> waiter_;
};

}  // namespace podreel::sim
