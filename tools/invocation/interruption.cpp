#include "tools/invocation/interruption.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

namespace podreel::cli {

namespace {

using SignalAction = struct sigaction;

constexpr std::array signals{SIGINT, SIGTERM};
std::array<SignalAction, signals.size()> earlier{};
std::atomic<bool> requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void restore() {
  for (std::size_t place = 0; place < signals.size(); ++place) ::sigaction(signals[place], &earlier[place], nullptr);
}

void note(int /*signal*/) {
  requested = true;
  restore();
}

}  // namespace

Interruption::Interruption() {
  requested = false;
  for (std::size_t place = 0; place < signals.size(); ++place) {
    ::sigaction(signals[place], nullptr, &earlier[place]);
    if (earlier[place].sa_handler == SIG_IGN) continue;
    SignalAction noting{};
    noting.sa_handler = note;
    noting.sa_flags = SA_RESTART;
    ::sigaction(signals[place], &noting, nullptr);
  }
}

Interruption::~Interruption() {
  restore();
}

bool Interruption::is_requested() const noexcept {
  return requested;
}

}  // namespace podreel::cli
