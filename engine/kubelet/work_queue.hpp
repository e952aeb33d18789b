// queue.WorkQueue: pods that want a sync at a later time.
#pragma once

#include <functional>
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
  /// Called at every `enqueue` with its time, so that somebody comes to take what is ready.
  void on_enqueue(std::function<void(sim::Time)> listener) { on_enqueue_ = std::move(listener); }
  void remove(std::string_view uid);

  /// When the first pod is ready; nothing if the queue is empty.
  [[nodiscard]] std::optional<sim::Time> next_ready() const;

  /// Takes out every pod that is ready at `now`, in the order of their times.
  [[nodiscard]] std::vector<std::string> take_ready(sim::Time now);

 private:
  std::map<std::string, sim::Time, std::less<>> times_;
  std::set<std::pair<sim::Time, std::string>> order_;
  std::function<void(sim::Time)> on_enqueue_;
};

}  // namespace podreel::kubelet
