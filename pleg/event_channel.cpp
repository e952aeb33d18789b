#include "pleg/event_channel.hpp"

#include <utility>

#include "engine/invariant.hpp"

namespace podreel::pleg {

void EventChannel::send(const memory::Text& uid, const StateChanges& changes, OnRemoval on_removal,
                        lifecycle::Detection seen) {
  for (const StateChange& change : changes) {
    if (recorder_.wants<trace::Pleg>()) {
      const runtime::PodStatusPtr status = cache_.get(uid).status;
      const std::string pod = status->name.empty() ? std::string{} : status->namespace_name + "/" + status->name;
      recorder_.record(
          pod, trace::Pleg{change.id, std::string{to_string(change.before)}, std::string{to_string(change.now)}});
    }
    for (const lifecycle::EventType type : events_of(change, on_removal)) {
      if (type == lifecycle::EventType::container_changed) continue;
      push({uid, type, change.id, seen});
    }
  }
}

void EventChannel::send_condition_met(const memory::Text& uid, lifecycle::Detection seen) {
  push({uid, lifecycle::EventType::condition_met, {}, seen});
}

void EventChannel::push(lifecycle::PodLifecycleEvent event) {
  PODREEL_INVARIANT(event.type != lifecycle::EventType::container_changed, "an event that no sync follows is not sent");
  PODREEL_INVARIANT(events_.size() <= capacity_, "a channel holds no more than its capacity");
  if (is_full()) return;
  events_.push_back(std::move(event));
  if (events_.size() == 1 && on_event_) on_event_();
}

std::optional<lifecycle::PodLifecycleEvent> EventChannel::next() {
  if (events_.empty()) return std::nullopt;
  lifecycle::PodLifecycleEvent event = std::move(events_.front());
  events_.pop_front();
  return event;
}

}  // namespace podreel::pleg
