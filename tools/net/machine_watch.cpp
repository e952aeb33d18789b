#include "tools/net/machine_watch.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace podreel::cri {

MachineWatch::MachineWatch() : thread_{[this] { watch(); }} {}

MachineWatch::~MachineWatch() {
  is_over_ = true;
  thread_.join();
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

std::string describe_lateness(std::string_view who, const PacedLoop::Lateness& loop, const MachineWatch& machine,
                              double speed) {
  const auto ms = [](sim::Duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); };
  const double late = std::max(ms(loop.maximum), ms(machine.overslept()) * speed);
  std::string text = fmt::format("{}: largest delay {:.1f}ms of wall-clock time\n", who, late / speed);
  if (late <= ms(disturbing)) return text;
  return text + fmt::format(
                    "{}: warning: the machine was too slow: delay of {:.3f}s simulated time; the records may differ "
                    "from an undisturbed run\n",
                    who, late / 1000);
}

}  // namespace podreel::cri
