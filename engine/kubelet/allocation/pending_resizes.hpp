// Resizes that wait for room.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// podsWithPendingResizes of the allocation manager: what asks for no more than it has goes first, then the greater
/// priority, then guaranteed pods, then who has waited longest.
class PendingResizes {
 public:
  /// Has no effect if the pod waits already. `grows`: it requests more than it has.
  void push(const api::Pod& pod, bool grows);
  void remove(const memory::Text& uid);
  [[nodiscard]] bool empty() const noexcept { return waiting_.empty(); }
  [[nodiscard]] std::vector<memory::Text> in_order() const;

 private:
  struct Waiting {
    memory::Text uid;
    bool grows = true;
    std::int64_t priority = 0;
    bool guaranteed = false;
  };

  std::vector<Waiting> waiting_;
};

}  // namespace podreel::kubelet
