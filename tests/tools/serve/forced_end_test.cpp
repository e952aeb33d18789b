// Servers that signals end.
#include "tools/serve/forced_end.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <doctest/doctest.h>
#include <thread>
#include <unistd.h>

namespace podreel::serve {

namespace {

/// Restores the process's own action.
struct OwnAction {
  OwnAction() { ::sigaction(SIGTERM, nullptr, &action); }
  ~OwnAction() { ::sigaction(SIGTERM, &action, nullptr); }
  OwnAction(const OwnAction&) = delete;
  OwnAction& operator=(const OwnAction&) = delete;
  struct sigaction action {};
};

bool is_ignored() {
  struct sigaction present {};
  ::sigaction(SIGTERM, nullptr, &present);
  return present.sa_handler == SIG_IGN;
}

void wait_for(const std::atomic<bool>& done) {
  constexpr int maximum = 2000;
  for (int time = 0; time < maximum && !done; ++time) std::this_thread::sleep_for(std::chrono::milliseconds{5});
}

}  // namespace

TEST_CASE("a signal that is sent again when a server has ended, as timeout does, does not end the process") {
  const OwnAction own;
  std::atomic<bool> is_asked{false};
  {
    const ForcedEnd end{[&is_asked] { is_asked = true; }, [] {}};
    ::kill(::getpid(), SIGTERM);
    wait_for(is_asked);
  }
  CHECK(is_asked);
  ::kill(::getpid(), SIGTERM);
  CHECK(is_ignored());
}

TEST_CASE("a server that no signal has ended leaves signals to the process") {
  const OwnAction own;
  {
    const ForcedEnd end{[] {}, [] {}};
  }
  CHECK_FALSE(is_ignored());
}

}  // namespace podreel::serve
