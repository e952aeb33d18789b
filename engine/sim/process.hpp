// A life inside the simulation: what it has scheduled dies with it, as with a real process that is killed.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "engine/sim/executor.hpp"
#include "engine/sim/scheduler.hpp"

namespace podreel::sim {

/// Owns timers and coroutines on a `Scheduler`. After `end()` nothing of it runs any more: pending callbacks and
/// suspended coroutines are dropped, never resumed, which is what SIGKILL does to a kubelet.
///
/// The object itself must outlive the events it scheduled and the calls it made (see `Scheduler::clear`).
class Process {
 public:
  explicit Process(Scheduler& scheduler) noexcept : scheduler_{scheduler} {}
  ~Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  [[nodiscard]] bool alive() const noexcept { return !ended_at_; }
  void end() noexcept {
    if (!ended_at_) ended_at_ = now();
  }
  /// No value while it lives.
  [[nodiscard]] std::optional<Time> ended_at() const noexcept { return ended_at_; }

  [[nodiscard]] Time now() const noexcept { return scheduler_.now(); }
  [[nodiscard]] Scheduler& scheduler() const noexcept { return scheduler_; }
  [[nodiscard]] Executor executor() const noexcept { return Executor{*this}; }

  EventId at(Time when, Callback&& callback) const { return scheduler_.at(when, std::move(callback), *this); }
  EventId at_beginning_of(Time when, std::uint64_t turn, Callback&& callback) const {
    return scheduler_.at_beginning_of(when, turn, std::move(callback), *this);
  }
  EventId at_end_of(Time when, Callback&& callback) const {
    return scheduler_.at_end_of(when, std::move(callback), *this);
  }
  EventId after(Duration delay, Callback&& callback) const { return at(now() + delay, std::move(callback)); }
  EventId post(Callback&& callback) const { return at(now(), std::move(callback)); }
  EventId park(Callback&& callback) const { return scheduler_.park(std::move(callback), *this); }
  void wake(EventId event) const { scheduler_.wake(event); }
  void cancel(EventId event) const noexcept { scheduler_.cancel(event); }

 private:
  Scheduler& scheduler_;
  std::optional<Time> ended_at_;
};

template <class F>
void Executor::execute(F&& function) const {
  process_->post(Callback{std::forward<F>(function)});
}

inline boost::asio::execution_context& Executor::query(boost::asio::execution::context_t /*property*/) const noexcept {
  return process_->scheduler();
}

}  // namespace podreel::sim
