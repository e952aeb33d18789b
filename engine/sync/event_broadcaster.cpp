#include "engine/sync/event_broadcaster.hpp"

#include <optional>
#include <utility>

namespace podreel::sync {

namespace {

std::optional<std::string> unless_empty(std::string text) {
  if (text.empty()) return std::nullopt;
  return text;
}

/// What tells this pod from another of the same name.
std::string object_key(const api::Pod& pod) {
  return api::full_name(pod) + "/" + pod.metadata.uid;
}

}  // namespace

void EventBroadcaster::record(const api::Pod& pod, std::string_view field_path, EventType type, std::string_view reason,
                              std::string message) {
  const std::string pod_name = api::full_name(pod);
  const std::string type_name{to_string(type)};
  trace_.record(pod_name, trace::Event{type_name, std::string{reason}, message, unless_empty(std::string{field_path})});
  std::optional<CorrelatedEvent> write = correlator_.correlate(
      RecordedEvent{object_key(pod), std::string{field_path}, type_name, std::string{reason}, std::move(message)});
  if (!write) return;
  RecordedEvent& event = write->event;
  trace_.record(pod_name,
                trace::EventWrite{write->is_patch ? "patch" : "create", std::move(event.type), std::move(event.reason),
                                  std::move(event.message), unless_empty(std::move(event.field_path)), write->count});
}

}  // namespace podreel::sync
