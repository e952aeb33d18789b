#include "engine/sync/events.hpp"

#include <fmt/format.h>
#include <utility>

namespace podreel::sync {

namespace {

std::string_view list_name(api::ContainerKind kind) {
  switch (kind) {
    case api::ContainerKind::init:
      return "initContainers";
    case api::ContainerKind::ephemeral:
      return "ephemeralContainers";
    case api::ContainerKind::regular:
      break;
  }
  return "containers";
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace

std::string_view to_string(EventType type) noexcept {
  return type == EventType::normal ? "Normal" : "Warning";
}

std::string field_path(const api::PodSpec& spec, std::string_view container) {
  const api::FoundContainer found = api::find_container(spec, container);
  if (found.container == nullptr) return fmt::format("implicitly required container {}", container);
  std::string path{"spec."};
  return path.append(list_name(found.kind)).append(1, '{').append(container).append(1, '}');
}

void record_container_event(EventRecorder& recorder, const api::Pod& pod, std::string_view container,
                            std::string_view container_id, EventType type, std::string_view reason,
                            std::string message) {
  if (!recorder.is_listening() || api::find_container(*pod.spec, container).container == nullptr) return;
  if (!container_id.empty()) message = replace_all(std::move(message), container_id, container);
  recorder.record(pod, field_path(*pod.spec, container), type, reason, std::move(message));
}

}  // namespace podreel::sync
