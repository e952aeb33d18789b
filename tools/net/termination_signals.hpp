// Orderly shutdown of servers by SIGINT, SIGTERM and SIGHUP.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace podreel::cri {

/// Blocks these signals in this thread and in threads that it starts, so that they can be waited for.
class TerminationSignals {
 public:
  TerminationSignals();
  ~TerminationSignals();
  TerminationSignals(const TerminationSignals&) = delete;
  TerminationSignals& operator=(const TerminationSignals&) = delete;

  /// Calls `work` once, on a separate thread, when a signal arrives, unless this object is destroyed before.
  void on_signal(std::function<void()> work);

 private:
  sigset_t signals_{};
  std::atomic<bool> is_over_{false};
  std::thread waiting_;
};

}  // namespace podreel::cri
