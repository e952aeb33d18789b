// When a kubelet rotates the logs of containers.
#pragma once

#include "engine/change_feed.hpp"
#include "engine/kubelet/tick.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/container_log_manager.hpp"

namespace podreel::kubelet {

/// Rotates 10 s after each rotation has ended (wait.Forever). While the runtime answers at once, a rotation changes
/// nothing and delays nobody: it is accounted for instead of being done.
class LogRotation {
 public:
  /// All must outlive it. `first`: the rotations, as long as each of them ends at once.
  LogRotation(const sim::Process& process, const runtime::ChangeFeed& changes, const release::Behaviour& behaviour,
              sync::ContainerLogManager& logs, Ticker first) noexcept
      : process_{process}, changes_{changes}, behaviour_{behaviour}, logs_{logs}, ticker_{first} {}

  /// The runtime may fail or take its time: rotates until it answers at once again.
  void suspect();

 private:
  [[nodiscard]] sim::Task<> rotate();

  const sim::Process& process_;
  const runtime::ChangeFeed& changes_;
  const release::Behaviour& behaviour_;
  sync::ContainerLogManager& logs_;
  Ticker ticker_;
  bool is_rotating_ = false;
};

}  // namespace podreel::kubelet
