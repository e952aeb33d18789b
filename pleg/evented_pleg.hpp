// The evented PLEG: the runtime reports changes when they happen (KEP-3386).
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

struct EventedPlegOptions {
  /// As GenericPlegOptions has it.
  std::optional<sim::Duration> starts_after = sim::Duration{};
  bool skip_idle_relists = true;
  /// Dates statuses that events bring in the far future (1.26 … 1.31, kubernetes/kubernetes#124297).
  bool dates_events_in_the_future = false;
  /// Delay between a change and its event at the kubelet, on top of the way through the runtime's socket.
  sim::Duration event_delay{};
};

/// pkg/kubelet/pleg/evented.go, for a runtime that sends container events.
///
/// A generic PLEG goes on beside it, every 300 s. A pod worker that has synced waits for news of its pod, and else for
/// the cache's clock, which is moved on every 5 s only: a second sync that no event follows comes late
/// (kubernetes/kubernetes#124704).
class EventedPleg final : public lifecycle::EventGenerator, private kubelet::PodCacheFeed {
 public:
  EventedPleg(const sim::Process& process, runtime::Runtime& runtime, runtime::ChangeFeed& changes,
              kubelet::PodCache& cache, timing::Timing& timing, trace::Recorder& recorder,
              EventedPlegOptions options = {});

  void start() override;
  std::optional<lifecycle::PodLifecycleEvent> next() override { return generic_.next(); }
  void on_event(std::function<void()> listener) override { generic_.on_event(std::move(listener)); }
  [[nodiscard]] std::optional<std::string> health_problem() const override;
  void request_relist(const memory::Text& pod_uid) override { generic_.request_relist(pod_uid); }
  void reinspect(const memory::Text& pod_uid) override { generic_.reinspect(pod_uid); }

 private:
  /// CRI's ContainerEventResponse: what the runtime had of a pod when something changed in it.
  struct ContainerEvent {
    runtime::RunningPod pod;
    /// Null: the pod is gone.
    runtime::PodStatusPtr status;
  };

  /// Up to when the cache as a whole is true: its clock, or the last relist.
  [[nodiscard]] std::optional<sim::Time> true_until() const override;
  void on_wait() override;
  sim::Task<> send_events();
  sim::Task<std::vector<ContainerEvent>> new_events();
  void receive(const ContainerEvent& event, sim::Time created_at);
  void wake_waiters();

  const sim::Process& process_;
  runtime::Runtime& runtime_;
  kubelet::PodCache& cache_;
  EventedPlegOptions options_;
  GenericPleg generic_;
  ContainerEvents events_;
  /// An instant at which the cache's clock is moved on.
  sim::Time clock_began_;

  PodRecords records_;
  bool wake_is_scheduled_ = false;
};

}  // namespace podreel::pleg
