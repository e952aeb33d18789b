// A scenario's runtime in real time.
#pragma once

#include <string>
#include <thread>
#include <vector>

#include "tools/cri/kubelet_log/recorded_lines.hpp"
#include "tools/cri/runtime/log_files.hpp"
#include "tools/cri/runtime/served_runtime.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Runs on a separate thread after begin().
class PacedRuntime {
 public:
  /// `pod_logs`: see LogFiles. `scenario` must outlive this object.
  PacedRuntime(const format::Scenario& scenario, double speed, std::string pod_logs,
               const EventFeed::Complain& complain);
  ~PacedRuntime() { stop(); }
  PacedRuntime(const PacedRuntime&) = delete;
  PacedRuntime& operator=(const PacedRuntime&) = delete;

  /// Starts the scenario.
  void begin();
  /// Ends the thread, and waits for it.
  void stop();

  [[nodiscard]] ServedRuntime& served() noexcept { return served_; }
  [[nodiscard]] PacedLoop& loop() noexcept { return loop_; }
  [[nodiscard]] const PacedLoop& loop() const noexcept { return loop_; }
  /// Returns the records; must be called after stop().
  [[nodiscard]] std::vector<RecordedLine> take_lines() noexcept { return lines_.take(); }
  /// Returns when all sandboxes were listed, since the scenario began; must be called after stop().
  [[nodiscard]] const std::vector<sim::Duration>& lists() const noexcept { return lists_; }

 private:
  Pace pace_;
  LogFiles logs_;
  ServedRuntime served_;
  RecordedLines lines_;
  std::vector<sim::Duration> lists_;
  PacedLoop loop_;
  std::thread thread_;
};

}  // namespace podreel::cri
