// Orderly shutdown of servers by SIGINT, SIGTERM and SIGHUP.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace podreel::cri {

/// Blocks these signals in this thread and in threads that it starts, so that they can be waited for.
class EndingSignals {
 public:
  EndingSignals();
  ~EndingSignals();
  EndingSignals(const EndingSignals&) = delete;
  EndingSignals& operator=(const EndingSignals&) = delete;

  /// Calls `work` once, on a separate thread, when a signal arrives, unless this object is destroyed before.
  void when_one_comes(std::function<void()> work);

 private:
  sigset_t signals_{};
  std::atomic<bool> is_over_{false};
  std::thread waiting_;
};

}  // namespace podreel::cri
