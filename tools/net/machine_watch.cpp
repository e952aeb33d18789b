#include "tools/net/machine_watch.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace podreel::cri {

MachineWatch::MachineWatch() : thread_{[this] { watch(); }} {}

MachineWatch::~MachineWatch() {
  stop();
}

void MachineWatch::stop() {
  is_over_ = true;
  if (thread_.joinable()) thread_.join();
}

void MachineWatch::watch() {
  constexpr std::chrono::milliseconds nap{10};
  while (!is_over_) {
    const auto end = std::chrono::steady_clock::now() + nap;
    std::this_thread::sleep_until(end);
    const sim::Duration late = std::chrono::steady_clock::now() - end;
    overslept_ = std::max(overslept_.load(), late.count());
  }
}

sim::Duration largest_delay(const PacedLoop::Lateness& loop, const MachineWatch& machine, double speed) {
  const auto of_machine = static_cast<double>(machine.overslept().count()) * speed;
  return std::max(loop.maximum, sim::Duration{static_cast<sim::Duration::rep>(of_machine)});
}

std::string describe_lateness(std::string_view who, const PacedLoop::Lateness& loop, const MachineWatch& machine,
                              double speed) {
  const auto ms = [](sim::Duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); };
  const double late = ms(largest_delay(loop, machine, speed));
  std::string text = fmt::format("{}: largest delay {:.1f}ms of wall-clock time\n", who, late / speed);
  if (late <= ms(disturbing)) return text;
  return text + fmt::format(
                    "{}: warning: the machine was too slow: delay of {:.3f}s simulated time; the records may differ "
                    "from an undisturbed run\n",
                    who, late / 1000);
}

}  // namespace podreel::cri
