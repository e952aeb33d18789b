// queue.WorkQueue: pods that want a sync at a later time.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/memory/recycled_memory.hpp"
#include "engine/memory/text.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// At most one time per pod: enqueuing again replaces it (pkg/kubelet/util/queue/work_queue.go).
class WorkQueue {
 public:
  /// A pod's number from join() to leave(). Numbers of few pods are small.
  using WorkerSlot = std::uint32_t;
  struct Item {
    sim::Time ready;
    WorkerSlot place;
  };

  [[nodiscard]] WorkerSlot join(const memory::Text& uid);
  void leave(WorkerSlot place);
  /// Valid until another pod joins.
  [[nodiscard]] const memory::Text& uid_at(WorkerSlot place) const { return pods_[place].uid; }

  void enqueue(WorkerSlot place, sim::Time ready);
  /// Called with the time of a pod that is enqueued and becomes the first, so that somebody comes to take it.
  void on_enqueue(std::function<void(sim::Time)> listener) { on_enqueue_ = std::move(listener); }
  void remove(WorkerSlot place);

  /// The pod that is ready first; null if there is none. Valid until the queue changes.
  [[nodiscard]] const Item* first();

  /// Takes out every pod that is ready at `now`, in the order of their times, then of their UIDs.
  [[nodiscard]] std::vector<WorkerSlot> take_ready(sim::Time now);

 private:
  struct Pod {
    memory::Text uid;
    sim::Time ready;
    /// Number of items_ that are about it, or were about it when it left.
    std::uint32_t items;
    bool has_left;
  };

  [[nodiscard]] auto later() const;
  [[nodiscard]] bool is_outdated(const Item& item) const { return pods_[item.place].ready != item.ready; }
  void pop();
  void drop_outdated();
  /// Counts one item less for its pod.
  void forget_item(const Item& item);

  memory::RecycledVector<Pod> pods_;
  /// Free slots of `pods_`.
  std::vector<WorkerSlot> free_;
  std::size_t enqueued_ = 0;
  /// A heap, the first pod at its front. Of a pod whose time was replaced, or that was removed, the earlier items stay
  /// until they come to the front, or are too many.
  memory::RecycledVector<Item> items_;
  std::function<void(sim::Time)> on_enqueue_;
};

}  // namespace podreel::kubelet
