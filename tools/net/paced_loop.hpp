// The one thread that the simulation runs on, kept at the pace of a clock.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/sim/scheduler.hpp"
#include "tools/net/pace.hpp"

namespace podreel::cri {

class PacedLoop {
 public:
  /// How much time of the wall clock has passed since the loop was made; never runs backwards.
  using Clock = std::function<sim::Duration()>;

  PacedLoop(sim::Scheduler& scheduler, Pace pace, Clock clock)
      : scheduler_{scheduler}, pace_{std::move(pace)}, clock_{std::move(clock)} {}

  /// Has `work` done on the loop's thread, at the simulated instant of then. From any thread; work is done in the order
  /// in which it was posted.
  void post(std::function<void()> work);
  /// Runs until stop() is called. The clock is first asked when the first work has been posted.
  void run();
  /// The same, from the clock's instant of now on.
  void run_from_now();
  /// From any thread. What was posted before is done.
  void stop();

  /// How late things have come at most, in simulated time: the machine had other work.
  struct Lateness {
    sim::Duration most{};
    /// Since the beginning.
    sim::Duration at{};
  };
  [[nodiscard]] const Lateness& lateness() const noexcept { return lateness_; }

  /// What run() does again and again: takes the simulation to the clock's instant, and does what was posted.
  void turn();
  /// How long run() may sleep then, if nothing is posted; no value: for ever.
  [[nodiscard]] std::optional<sim::Duration> idle_for();

 private:
  [[nodiscard]] std::vector<std::function<void()>> take_posted();
  void wait_for_work();

  sim::Scheduler& scheduler_;
  Pace pace_;
  Clock clock_;
  std::mutex mutex_;
  std::condition_variable posted_to_;
  std::vector<std::function<void()>> posted_;
  bool is_stopping_ = false;
  Lateness lateness_;
};

}  // namespace podreel::cri
