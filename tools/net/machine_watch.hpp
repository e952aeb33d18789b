// Whether the machine had time for what is kept at the pace of its clock.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <thread>

#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// In simulated time. A few calls one after the other that are so late are later than a relist may be (1.2 s).
inline constexpr sim::Duration disturbing = std::chrono::milliseconds{300};

/// A thread that sleeps again and again, and notes by how much it has overslept at most: so late may everything have
/// been that gRPC's threads do, too.
class MachineWatch {
 public:
  MachineWatch();
  ~MachineWatch();
  MachineWatch(const MachineWatch&) = delete;
  MachineWatch& operator=(const MachineWatch&) = delete;

  /// On the wall clock.
  [[nodiscard]] sim::Duration overslept() const noexcept { return sim::Duration{overslept_.load()}; }

 private:
  void watch();

  std::atomic<sim::Duration::rep> overslept_{0};
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

/// A line for people about how late things came, and a second one where that may have changed what is told. `who` is
/// "podreel kubelet".
[[nodiscard]] std::string told_lateness(std::string_view who, const PacedLoop::Lateness& loop,
                                        const MachineWatch& machine, double speed);

}  // namespace podreel::cri
