// queue.WorkQueue: pods that want a sync at a later time.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// At most one time per pod: enqueuing again replaces it (pkg/kubelet/util/queue/work_queue.go).
class WorkQueue {
 public:
  void enqueue(std::string_view uid, sim::Time ready);
  void remove(std::string_view uid);

  /// When the first pod is ready; nothing if the queue is empty.
  [[nodiscard]] std::optional<sim::Time> next_ready() const;

  /// Takes out every pod that is ready at `now`, in the order of their times.
  [[nodiscard]] std::vector<std::string> take_ready(sim::Time now);

 private:
  std::map<std::string, sim::Time, std::less<>> times_;
  std::set<std::pair<sim::Time, std::string>> order_;
};

}  // namespace podreel::kubelet
