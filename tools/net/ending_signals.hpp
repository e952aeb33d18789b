// SIGINT, SIGTERM and SIGHUP, which end what is served in order.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace podreel::cri {

/// From now on they wait for whoever asks: of this thread, and of those that it starts.
class EndingSignals {
 public:
  EndingSignals();
  ~EndingSignals();
  EndingSignals(const EndingSignals&) = delete;
  EndingSignals& operator=(const EndingSignals&) = delete;

  /// Called once, on a thread of its own, unless this ends before.
  void when_one_comes(std::function<void()> work);

 private:
  sigset_t signals_{};
  std::atomic<bool> is_over_{false};
  std::thread waiting_;
};

}  // namespace podreel::cri
