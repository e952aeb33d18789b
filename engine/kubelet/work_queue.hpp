// queue.WorkQueue: pods that want a sync at a later time.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/text.hpp"
#include "engine/api/text_map.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// At most one time per pod: enqueuing again replaces it (pkg/kubelet/util/queue/work_queue.go).
class WorkQueue {
 public:
  struct Item {
    sim::Time ready;
    std::string_view uid;
    friend auto operator<=>(const Item&, const Item&) = default;
  };

  void enqueue(const api::Text& uid, sim::Time ready);
  /// Called with the time of a pod that is enqueued and becomes the first, so that somebody comes to take it.
  void on_enqueue(std::function<void(sim::Time)> listener) { on_enqueue_ = std::move(listener); }
  void remove(const api::Text& uid);

  /// The pod that is ready first; valid until the queue changes.
  [[nodiscard]] std::optional<Item> first() const;

  /// Takes out every pod that is ready at `now`, in the order of their times.
  [[nodiscard]] std::vector<std::string> take_ready(sim::Time now);

 private:
  /// The items' UIDs are these keys.
  api::TextMap<sim::Time> times_;
  std::set<Item> order_;
  std::function<void(sim::Time)> on_enqueue_;
};

}  // namespace podreel::kubelet
