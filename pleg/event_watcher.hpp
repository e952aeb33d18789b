// The evented PLEG since 1.37: events of the runtime make the generic PLEG look at a pod at once (KEP-3386).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/change_feed.hpp"
#include "engine/timing/timing.hpp"
#include "pleg/container_events.hpp"
#include "pleg/generic_pleg.hpp"

namespace podreel::pleg {

/// The generic PLEG alone writes the cache and sends events. The watcher requests a relist of each pod in which a
/// container has stopped, and ignores the runtime's other events.
class EventWatcher final : public lifecycle::EventGenerator {
 public:
  /// `event_delay` as in ContainerEvents.
  EventWatcher(const sim::Process& process, runtime::Runtime& runtime, runtime::ChangeFeed& changes,
               kubelet::PodCache& cache, timing::Timing& timing, trace::Recorder& recorder, sim::Duration event_delay,
               GenericPlegOptions options = {});

  void start() override;
  std::optional<lifecycle::PodLifecycleEvent> next() override { return generic_.next(); }
  void on_event(std::function<void()> listener) override { generic_.on_event(std::move(listener)); }
  [[nodiscard]] std::optional<std::string> health_problem() const override { return generic_.health_problem(); }
  void request_relist(const memory::Text& pod_uid) override { generic_.request_relist(pod_uid); }
  void reinspect(const memory::Text& pod_uid) override { generic_.reinspect(pod_uid); }

 private:
  sim::Task<> send_events();
  /// Returns the pods in which a container has stopped since the last call.
  sim::Task<std::vector<memory::Text>> pods_with_stopped_containers();

  GenericPleg generic_;
  ContainerEvents events_;
  PodRecords records_;
};

}  // namespace podreel::pleg
