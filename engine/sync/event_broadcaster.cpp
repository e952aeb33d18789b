#include "engine/sync/event_broadcaster.hpp"

#include <optional>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/release/behaviour/syncing.hpp"
#include "engine/timing/table.hpp"

namespace podreel::sync {

namespace {

constexpr std::size_t max_waiting = 1000;
constexpr int max_tries = 12;

std::optional<std::string> unless_empty(std::string text) {
  if (text.empty()) return std::nullopt;
  return text;
}

/// Identity of this pod among others of the same name.
std::string object_key(const api::Pod& pod) {
  return api::full_name(pod) + "/" + pod.metadata.uid;
}

}  // namespace

SpamFilter spam_filter_of(const release::Behaviour& behaviour) {
  if (!behaviour.has(release::event_spam_filtered)) return SpamFilter::none;
  return behaviour.has(release::event_spam_filtered_by_type) ? SpamFilter::by_object_and_type : SpamFilter::by_object;
}

EventBroadcaster::EventBroadcaster(const sim::Process& process, timing::Timing& timing, trace::Recorder& trace,
                                   std::function<bool()> is_reachable, EventClient client)
    : process_{process},
      correlator_{process, timing, client.spam_filter},
      trace_{trace},
      is_reachable_{std::move(is_reachable)},
      first_retry_{timing.stream(timing::Site::event_retry)},
      writes_{process, client.rate},
      component_{std::move(client.component)} {}

void EventBroadcaster::record(const api::Pod& pod, std::string_view field_path, EventType type, std::string_view reason,
                              std::string message) {
  if (!is_listening()) return;
  handle_event(api::full_name(pod), {object_key(pod), std::string{field_path}, std::string{to_string(type)},
                                     std::string{reason}, std::move(message)});
}

void EventBroadcaster::record_of_node(EventType type, std::string_view reason, std::string message) {
  if (!is_listening()) return;
  handle_event({}, {"node", {}, std::string{to_string(type)}, std::string{reason}, std::move(message)});
}

void EventBroadcaster::handle_event(std::string pod, RecordedEvent event) {
  if (trace_.wants<trace::Event>()) {
    trace_.record(pod, trace::Event{.type = event.type,
                                    .reason = event.reason,
                                    .message = event.message,
                                    .field_path = unless_empty(event.field_path),
                                    .obj = pod.empty() ? "Node" : "Pod",
                                    .component = component_});
  }
  if (!trace_.wants<trace::EventWrite>()) return;
  Recorded recorded{std::move(pod), std::move(event)};
  if (!held_) {
    handle(std::move(recorded));
  } else if (waiting_.size() < max_waiting) {
    waiting_.push_back(std::move(recorded));
  }
  PODREEL_INVARIANT(held_ || waiting_.empty(), "events wait behind one whose write waits");
}

bool EventBroadcaster::handle(Recorded recorded) {
  std::optional<CorrelatedEvent> correlated = correlator_.correlate(std::move(recorded.event));
  return !correlated || send({std::move(recorded.pod), std::move(*correlated)});
}

bool EventBroadcaster::send(Write next) {
  const sim::Duration wait = writes_.take();
  if (wait == sim::Duration{}) return send_now(std::move(next));
  go_on_after(wait, std::move(next), &EventBroadcaster::send_now);
  return false;
}

bool EventBroadcaster::send_now(Write next) {
  if (is_reachable_()) {
    write(std::move(next));
    return true;
  }
  if (++next.tries == max_tries) return true;
  sim::Duration pause = timing::event_retry_period;
  if (next.tries == 1) pause = first_retry_.draw(timing::event_retry_first);
  go_on_after(pause, std::move(next), &EventBroadcaster::send);
  return false;
}

void EventBroadcaster::go_on_after(sim::Duration pause, Write held, bool (EventBroadcaster::*send)(Write)) {
  PODREEL_INVARIANT(!held_, "one event waits for its write, and the others behind it");
  held_ = std::move(held);
  process_.after(pause, [this, send] {
    if (!(this->*send)(*std::exchange(held_, std::nullopt))) return;
    while (!waiting_.empty()) {
      Recorded next = std::move(waiting_.front());
      waiting_.pop_front();
      if (!handle(std::move(next))) return;
    }
  });
}

void EventBroadcaster::write(Write write) {
  RecordedEvent& event = write.correlated.event;
  trace_.record(write.pod,
                trace::EventWrite{write.correlated.is_patch ? "patch" : "create", std::move(event.type),
                                  std::move(event.reason), std::move(event.message),
                                  unless_empty(std::move(event.field_path)), write.correlated.count, component_});
}

}  // namespace podreel::sync
