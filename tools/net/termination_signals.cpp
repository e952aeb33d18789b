#include "tools/net/termination_signals.hpp"

#include <pthread.h>
#include <utility>

namespace podreel::cri {

TerminationSignals::TerminationSignals() {
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals_, signal);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
}

void TerminationSignals::on_signal(std::function<void()> work) {
  waiting_ = std::thread{[this, work = std::move(work)] {
    int signal = 0;
    sigwait(&signals_, &signal);
    if (!is_over_) work();
  }};
}

TerminationSignals::~TerminationSignals() {
  if (!waiting_.joinable()) return;
  is_over_ = true;
  pthread_kill(waiting_.native_handle(), SIGHUP);
  waiting_.join();
}

}  // namespace podreel::cri
