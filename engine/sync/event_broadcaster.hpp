// The way of an event from the kubelet's code to the timeline and to the API server.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/release/behaviour.hpp"
#include "engine/sync/event_correlator.hpp"
#include "engine/sync/events.hpp"
#include "engine/sync/token_bucket.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::sync {

/// A client that records events.
struct EventClient {
  /// Rate of its writes.
  Rate rate{};
  SpamFilter spam_filter = SpamFilter::by_object;
  /// No value: the kubelet.
  std::optional<std::string> component{};
};

/// The spam filter of components of this release.
[[nodiscard]] SpamFilter spam_filter_of(const release::Behaviour& behaviour);

/// Writes every event to the trace (trace::Event), and what the correlator lets through as trace::EventWrite. The
/// correlator's state is the kubelet process's: a restarted kubelet has a new broadcaster.
///
/// Writes keep to a rate: while one waits, a thousand events wait behind it, and what comes then is lost.
/// While the API server does not answer, one event is tried twelve times, first after up to ten seconds and then every
/// ten, and a thousand wait behind it (client-go's recordToSink).
class EventBroadcaster final : public EventRecorder {
 public:
  /// All must outlive the broadcaster. `is_reachable`: whether the API server answers.
  EventBroadcaster(const sim::Process& process, timing::Timing& timing, trace::Recorder& trace,
                   std::function<bool()> is_reachable, EventClient client);

  [[nodiscard]] bool is_listening() const override {
    return trace_.wants<trace::Event>() || trace_.wants<trace::EventWrite>();
  }

  void record(const api::Pod& pod, std::string_view field_path, EventType type, std::string_view reason,
              std::string message) override;
  /// In the trace it is of no pod.
  void record_of_node(EventType type, std::string_view reason, std::string message) override;

 private:
  struct Recorded {
    std::string pod;
    RecordedEvent event;
  };
  struct Write {
    std::string pod;
    CorrelatedEvent correlated;
    int tries = 0;
  };

  /// `pod`: its name in the trace.
  void handle_event(std::string pod, RecordedEvent event);
  /// False if the write has to be made before others.
  bool handle(Recorded recorded);
  bool send(Write write);
  bool send_now(Write write);
  void go_on_after(sim::Duration pause, Write held, bool (EventBroadcaster::*send)(Write));
  void write(Write write);

  const sim::Process& process_;
  EventCorrelator correlator_;
  trace::Recorder& trace_;
  std::function<bool()> is_reachable_;
  timing::Stream first_retry_;
  TokenBucket writes_;
  std::optional<std::string> component_;
  /// The write that waits for its turn or is tried again, and the events behind it.
  std::optional<Write> held_;
  std::deque<Recorded> waiting_;
};

}  // namespace podreel::sync
