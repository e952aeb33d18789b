// The Go channel with a capacity that leads from the PLEG to the sync loop.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/kubelet/pod_cache.hpp"
#include "engine/lifecycle_events.hpp"
#include "engine/trace/recorder.hpp"
#include "pleg/pod_records.hpp"

namespace podreel::pleg {

class EventChannel {
 public:
  /// Events beyond `capacity` are dropped and not sent again (kubernetes/kubernetes#136408).
  EventChannel(const kubelet::PodCache& cache, trace::Recorder& recorder, std::size_t capacity)
      : cache_{cache}, recorder_{recorder}, capacity_{capacity} {}

  /// The events of what changed in a pod.
  void send(const memory::Text& uid, const StateChanges& changes, OnRemoval on_removal = {},
            lifecycle::Detection seen = {});

  /// Requests another look at the pod, whether something has changed or not.
  void send_condition_met(const memory::Text& uid, lifecycle::Detection seen = {});

  std::optional<lifecycle::PodLifecycleEvent> next();
  void on_event(std::function<void()> listener) { on_event_ = std::move(listener); }

  [[nodiscard]] bool is_full() const noexcept { return events_.size() == capacity_; }
  [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }

 private:
  void push(lifecycle::PodLifecycleEvent event);

  const kubelet::PodCache& cache_;
  trace::Recorder& recorder_;
  std::size_t capacity_;
  std::deque<lifecycle::PodLifecycleEvent> events_;
  std::function<void()> on_event_;
};

}  // namespace podreel::pleg
