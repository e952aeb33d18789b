#include "tools/serve/forced_end.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <map>
#include <pthread.h>
#include <thread>
#include <utility>

namespace podreel::serve {

namespace {

using Action = struct sigaction;

/// Actions of the signals before this server.
std::map<int, Action> present_actions() {
  std::map<int, Action> actions;
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, nullptr, &actions[signal]);
  return actions;
}

}  // namespace

class ForcedEnd::Waiting {
 public:
  Waiting(std::function<void()> stop, std::function<void()> clean_up)
      : stop_{std::move(stop)}, clean_up_{std::move(clean_up)} {
    signals_.async_wait([this](const boost::system::error_code& error, int signal) {
      if (!error) end(signal);
    });
    thread_ = std::thread{[this] { io_.run(); }};
  }

  ~Waiting() {
    io_.stop();
    thread_.join();
    if (received_ != 0) ignore_from_now_on(received_);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  void end(int signal) {
    constexpr std::chrono::milliseconds patience{700};
    received_ = signal;
    stop_();
    timer_.expires_after(patience);
    timer_.async_wait([this, signal](const boost::system::error_code& error) {
      if (error) return;
      clean_up_();
      ::sigaction(signal, &earlier_.at(signal), nullptr);
      std::raise(signal);
    });
  }

  /// The signal waits until it is ignored, so that none meets the action in between.
  void ignore_from_now_on(int signal) {
    sigset_t ignored;
    sigset_t before;
    sigemptyset(&ignored);
    sigaddset(&ignored, signal);
    pthread_sigmask(SIG_BLOCK, &ignored, &before);
    signals_.clear();
    std::signal(signal, SIG_IGN);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  std::function<void()> stop_;
  std::function<void()> clean_up_;
  /// Zero: none. Written on the thread of this object.
  int received_ = 0;
  std::map<int, Action> earlier_ = present_actions();
  boost::asio::io_context io_{1};
  boost::asio::signal_set signals_{io_, SIGINT, SIGTERM};
  boost::asio::steady_timer timer_{io_};
  std::thread thread_;
};

ForcedEnd::ForcedEnd(std::function<void()> stop, std::function<void()> clean_up)
    : waiting_{std::make_unique<Waiting>(std::move(stop), std::move(clean_up))} {}

ForcedEnd::~ForcedEnd() = default;

}  // namespace podreel::serve
