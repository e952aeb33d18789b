// queue.WorkQueue: pods that want a sync at a later time.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/api/text.hpp"
#include "engine/api/text_map.hpp"
#include "engine/sim/recycled_memory.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// At most one time per pod: enqueuing again replaces it (pkg/kubelet/util/queue/work_queue.go).
class WorkQueue {
 public:
  struct Item {
    sim::Time ready;
    api::Text uid;
    friend auto operator<=>(const Item&, const Item&) = default;
  };

  void enqueue(const api::Text& uid, sim::Time ready);
  /// Called with the time of a pod that is enqueued and becomes the first, so that somebody comes to take it.
  void on_enqueue(std::function<void(sim::Time)> listener) { on_enqueue_ = std::move(listener); }
  void remove(const api::Text& uid);

  /// The pod that is ready first; null if there is none. Valid until the queue changes.
  [[nodiscard]] const Item* first();

  /// Takes out every pod that is ready at `now`, in the order of their times.
  [[nodiscard]] std::vector<api::Text> take_ready(sim::Time now);

 private:
  [[nodiscard]] bool is_outdated(const Item& item) const;
  void pop();
  void drop_outdated();

  api::TextMap<sim::Time> times_;
  /// A heap, the first pod at its front. Of a pod whose time was replaced, or that was removed, the earlier items stay
  /// until they come to the front, or are too many.
  sim::RecycledVector<Item> items_;
  std::function<void(sim::Time)> on_enqueue_;
};

}  // namespace podreel::kubelet
