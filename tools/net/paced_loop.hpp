// The thread that runs a simulation at the pace of a clock.
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
  /// Returns the wall-clock time since the creation of the loop; must be monotonic.
  using Clock = std::function<sim::Duration()>;

  PacedLoop(sim::Scheduler& scheduler, Pace pace, Clock clock)
      : scheduler_{scheduler}, pace_{std::move(pace)}, clock_{std::move(clock)} {}

  /// Runs `work` on the loop's thread, at the then current simulated instant. May be called from any thread; work runs
  /// in the order in which it was posted.
  void post(std::function<void()> work);
  /// Runs until stop() is called. The clock is first read when work has been posted.
  void run();
  /// Runs until stop() is called, starting at the clock's current time.
  void run_from_now();
  /// Stops the loop after all posted work. May be called from any thread.
  void stop();

  /// The largest delay of an event, in simulated time.
  struct Lateness {
    sim::Duration maximum{};
    /// Simulated time of the delay since the beginning.
    sim::Duration at{};
  };
  [[nodiscard]] const Lateness& lateness() const noexcept { return lateness_; }

  /// Advances the simulation to the clock's time, and runs posted work; one iteration of run().
  void turn();
  /// Returns how long run() may sleep if nothing is posted; no value: indefinitely.
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
