#include "pleg/event_channel.hpp"

#include <utility>

namespace podreel::pleg {

void EventChannel::tell(const api::Text& uid, const std::vector<StateChange>& changes, OnRemoval on_removal) {
  const bool was_empty = events_.empty();
  for (const StateChange& change : changes) {
    if (recorder_.enabled()) {
      const runtime::PodStatusPtr status = cache_.get(uid).status;
      const std::string pod = status->name.empty() ? std::string{} : status->namespace_name + "/" + status->name;
      recorder_.record(
          pod, trace::Pleg{change.id, std::string{to_string(change.before)}, std::string{to_string(change.now)}});
    }
    for (const lifecycle::EventType type : events_of(change, on_removal)) {
      if (type == lifecycle::EventType::container_changed) continue;
      if (!is_full()) events_.push_back({uid, type, change.id});
    }
  }
  if (was_empty && !events_.empty() && on_event_) on_event_();
}

std::optional<lifecycle::PodLifecycleEvent> EventChannel::next() {
  if (events_.empty()) return std::nullopt;
  lifecycle::PodLifecycleEvent event = std::move(events_.front());
  events_.pop_front();
  return event;
}

}  // namespace podreel::pleg
