#include "tools/net/paced_loop.hpp"

#include <algorithm>

namespace podreel::cri {

void PacedLoop::post(std::function<void()> work) {
  {
    const std::lock_guard lock{mutex_};
    posted_.push_back(std::move(work));
  }
  posted_to_.notify_one();
}

void PacedLoop::stop() {
  {
    const std::lock_guard lock{mutex_};
    is_stopping_ = true;
  }
  posted_to_.notify_one();
}

std::vector<std::function<void()>> PacedLoop::take_posted() {
  const std::lock_guard lock{mutex_};
  return std::exchange(posted_, {});
}

void PacedLoop::turn() {
  const std::vector<std::function<void()>> posted = take_posted();
  const sim::Time now = std::max(pace_.simulated_after(clock_()), scheduler_.now());
  if (const std::optional<sim::Time> due = scheduler_.next_event_time()) {
    if (now - *due > lateness_.maximum) lateness_ = {now - *due, *due - pace_.began()};
  }
  scheduler_.run_until(now);
  for (const std::function<void()>& work : posted) {
    work();
    scheduler_.run_until(now);
  }
}

std::optional<sim::Duration> PacedLoop::idle_for() {
  const std::optional<sim::Time> next = scheduler_.next_event_time();
  if (!next) return std::nullopt;
  return std::max(pace_.wall_at(*next) - clock_(), sim::Duration{});
}

void PacedLoop::wait_for_work() {
  std::unique_lock lock{mutex_};
  posted_to_.wait(lock, [this] { return is_stopping_ || !posted_.empty(); });
}

void PacedLoop::run() {
  wait_for_work();
  run_from_now();
}

void PacedLoop::run_from_now() {
  // Upper limit that prevents overflow of sums.
  constexpr sim::Duration max_sleep = std::chrono::hours{1};
  for (;;) {
    turn();
    const sim::Duration sleep = std::min(idle_for().value_or(max_sleep), max_sleep);
    std::unique_lock lock{mutex_};
    if (is_stopping_ && posted_.empty()) return;
    posted_to_.wait_for(lock, sleep, [this] { return is_stopping_ || !posted_.empty(); });
  }
}

}  // namespace podreel::cri
