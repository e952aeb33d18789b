// Detection of delays in simulations that run in real time.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <thread>

#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Delay, in simulated time, from which a warning is printed: a few consecutive calls with this delay exceed the
/// maximum delay of a relist (1.2 s).
inline constexpr sim::Duration disturbing = std::chrono::milliseconds{300};

/// A thread that sleeps repeatedly and measures its largest delay, which is an estimate of the delays of gRPC's
/// threads.
class MachineWatch {
 public:
  MachineWatch();
  ~MachineWatch();
  MachineWatch(const MachineWatch&) = delete;
  MachineWatch& operator=(const MachineWatch&) = delete;

  /// Ends the measurement.
  void stop();
  /// Returns the largest delay, in wall-clock time.
  [[nodiscard]] sim::Duration overslept() const noexcept { return sim::Duration{overslept_.load()}; }

 private:
  void watch();

  std::atomic<sim::Duration::rep> overslept_{0};
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

/// Returns the largest delay of the loop and of the machine, in simulated time.
[[nodiscard]] sim::Duration largest_delay(const PacedLoop::Lateness& loop, const MachineWatch& machine, double speed);

/// Returns a line with the largest delay, and a warning if that delay may have changed the records. `who` is a prefix
/// such as "podreel kubelet".
[[nodiscard]] std::string describe_lateness(std::string_view who, const PacedLoop::Lateness& loop,
                                            const MachineWatch& machine, double speed);

}  // namespace podreel::cri
