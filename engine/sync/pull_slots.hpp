// Limits the image pulls that a node makes at once.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>

#include "engine/sim/completion.hpp"

namespace podreel::sync {

/// Slots for pulls, granted in the order of requests: upstream's serial and parallel image pullers.
class PullSlots {
 public:
  /// `slots` places; 0: no limit. `process` must outlive the slots.
  PullSlots(const sim::Process& process, std::size_t slots)
      : process_{process}, is_limited_{slots > 0}, slots_{slots}, free_{slots} {}

  /// Completes when the caller has a place. Every `acquire` wants a `release`.
  [[nodiscard]] sim::Task<> acquire();
  void release();

 private:
  const sim::Process& process_;
  bool is_limited_;
  std::size_t slots_;
  std::size_t free_;
  std::deque<std::shared_ptr<sim::Completion<bool>>> waiting_;
};

}  // namespace podreel::sync
