// A scenario's runtime, kept at the pace of the wall clock.
#pragma once

#include <thread>
#include <vector>

#include "tools/cri/kubelet_log/recorded_lines.hpp"
#include "tools/cri/runtime/log_files.hpp"
#include "tools/cri/runtime/served_runtime.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// On a thread of its own, from begin() on.
class PacedRuntime {
 public:
  /// `scenario` must outlive it.
  PacedRuntime(const language::Scenario& scenario, double speed, const EventFeed::Complain& complain);
  ~PacedRuntime() { stop(); }
  PacedRuntime(const PacedRuntime&) = delete;
  PacedRuntime& operator=(const PacedRuntime&) = delete;

  /// Its scenario begins now.
  void begin();
  /// Its thread has ended then.
  void stop();

  [[nodiscard]] ServedRuntime& served() noexcept { return served_; }
  [[nodiscard]] PacedLoop& loop() noexcept { return loop_; }
  [[nodiscard]] const PacedLoop& loop() const noexcept { return loop_; }
  /// What it has told; after stop().
  [[nodiscard]] std::vector<RecordedLine> take_lines() noexcept { return lines_.take(); }

 private:
  Pace pace_;
  LogFiles logs_;
  ServedRuntime served_;
  RecordedLines lines_;
  PacedLoop loop_;
  std::thread thread_;
};

}  // namespace podreel::cri
