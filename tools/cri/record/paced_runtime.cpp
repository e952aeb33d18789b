#include "tools/cri/record/paced_runtime.hpp"

#include <future>
#include <utility>

#include "tools/net/wall_clock.hpp"

namespace podreel::cri {

PacedRuntime::PacedRuntime(const format::Scenario& scenario, double speed, std::string pod_logs,
                           const EventFeed::Complain& complain)
    : pace_{wall_time(), speed},
      logs_{std::move(pod_logs)},
      served_{scenario, pace_, logs_, complain},
      lines_{pace_.began()},
      loop_{served_.scheduler(), pace_, clock_of(pace_)} {
  served_.recorder().add(lines_);
  served_.service().on_all_listed([this] { lists_.push_back(served_.scheduler().now() - pace_.began()); });
}

void PacedRuntime::begin() {
  thread_ = std::thread{[this] { loop_.run_from_now(); }};
  std::promise<void> begun;
  loop_.post([&begun] { begun.set_value(); });
  begun.get_future().wait();
}

void PacedRuntime::stop() {
  if (!thread_.joinable()) return;
  loop_.stop();
  thread_.join();
  served_.recorder().flush();
}

}  // namespace podreel::cri
