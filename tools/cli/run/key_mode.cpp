#include "tools/cli/run/key_mode.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <termios.h>
#include <unistd.h>

namespace podreel::cli {

namespace {

// Signal handlers can access static objects only.
int terminal = -1;
termios usual_mode;
termios key_mode;

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
std::array<struct sigaction, ending_signals.size()> earlier_endings;
struct sigaction earlier_stop;

extern "C" void end_with_usual_mode(int signal) {
  ::tcsetattr(terminal, TCSANOW, &usual_mode);
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

extern "C" void stop_with_usual_mode(int /*signal*/) {
  const int interrupted_error = errno;
  ::tcsetattr(terminal, TCSANOW, &usual_mode);
  ::raise(SIGSTOP);
  ::tcsetattr(terminal, TCSANOW, &key_mode);
  errno = interrupted_error;
}

/// Installs a handler, unless the signal is ignored, as under nohup.
void handle(int signal, void (*handler)(int), struct sigaction& earlier) {
  ::sigaction(signal, nullptr, &earlier);
  if (earlier.sa_handler == SIG_IGN) return;
  struct sigaction wanted {};
  wanted.sa_handler = handler;
  ::sigaction(signal, &wanted, nullptr);
}

}  // namespace

KeyMode::KeyMode(int descriptor) {
  ::tcgetattr(descriptor, &usual_mode);
  key_mode = usual_mode;
  key_mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  key_mode.c_cc[VMIN] = 1;
  key_mode.c_cc[VTIME] = 0;
  terminal = descriptor;
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    handle(ending_signals[i], end_with_usual_mode, earlier_endings[i]);
  }
  handle(SIGTSTP, stop_with_usual_mode, earlier_stop);
  ::tcsetattr(descriptor, TCSADRAIN, &key_mode);
}

KeyMode::~KeyMode() {
  ::tcsetattr(terminal, TCSADRAIN, &usual_mode);
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    ::sigaction(ending_signals[i], &earlier_endings[i], nullptr);
  }
  ::sigaction(SIGTSTP, &earlier_stop, nullptr);
}

}  // namespace podreel::cli
