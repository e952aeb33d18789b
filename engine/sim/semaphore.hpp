// Limits how many do something at once.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>

#include "engine/sim/completion.hpp"

namespace podreel::sim {

/// Places that are granted in the order of requests. One place is a mutex.
class Semaphore {
 public:
  /// `places`; 0: no limit. `process` must outlive the semaphore.
  Semaphore(const Process& process, std::size_t places)
      : process_{process}, is_limited_{places > 0}, places_{places}, free_{places} {}

  /// Completes when the caller has a place. Every `acquire` requires a `release`.
  [[nodiscard]] Task<> acquire();
  void release();

 private:
  const Process& process_;
  bool is_limited_;
  std::size_t places_;
  std::size_t free_;
  std::deque<std::shared_ptr<Completion<bool>>> waiting_;
};

}  // namespace podreel::sim
