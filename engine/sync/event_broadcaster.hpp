// The way of an event from the kubelet's code to the timeline and to the API server.
#pragma once

#include <string>
#include <string_view>

#include "engine/sync/event_correlator.hpp"
#include "engine/sync/events.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::sync {

/// Writes every event to the trace (trace::Event), and what the correlator lets through as trace::EventWrite. The
/// correlator's state is the kubelet process's: a restarted kubelet has a new broadcaster.
class EventBroadcaster final : public EventRecorder {
 public:
  /// All must outlive the broadcaster.
  EventBroadcaster(const sim::Process& process, sim::Choices& choices, trace::Recorder& trace)
      : correlator_{process, choices}, trace_{trace} {}

  void record(const api::Pod& pod, std::string_view field_path, EventType type, std::string_view reason,
              std::string message) override;

 private:
  EventCorrelator correlator_;
  trace::Recorder& trace_;
};

}  // namespace podreel::sync
