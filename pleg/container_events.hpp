// GetContainerEvents (CRI): the runtime's stream of events about pods.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/change_feed.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/timing.hpp"
#include "pleg/pod_records.hpp"

namespace podreel::pleg {

/// Events are sent once for each instant at which something changes, and arrive in the order in which they were sent.
class ContainerEvents {
 public:
  /// All but `delay` must outlive the stream. `delay` is the delay between a change and its event at the kubelet, on
  /// top of the way through the runtime's socket.
  ContainerEvents(const sim::Process& process, runtime::Runtime& runtime, runtime::ChangeFeed& changes,
                  timing::Timing& timing, sim::Duration delay);

  /// Runs `send` from now on after each instant at which something has changed.
  void start(std::function<sim::Task<>()> send);

  /// Returns the pods that changed since the last call, with those of `records` that are gone; no value if the runtime
  /// does not list them.
  sim::Task<std::optional<std::vector<runtime::RunningPod>>> take_changed_pods(const PodRecords& records);

  /// Waits until an event that is sent now has arrived.
  sim::Task<> arrival();

 private:
  void something_changed();
  sim::Task<> send_now();

  const sim::Process& process_;
  runtime::Runtime& runtime_;
  runtime::ChangeFeed& changes_;
  sim::Duration delay_;
  timing::Stream latency_;
  std::function<sim::Task<>()> send_;
  /// Version of the runtime when the last event was sent.
  std::uint64_t sent_version_ = 0;
  bool is_due_ = false;
  sim::Time last_arrival_{};
};

}  // namespace podreel::pleg
