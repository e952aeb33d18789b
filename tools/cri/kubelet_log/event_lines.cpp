#include "tools/cri/kubelet_log/event_lines.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/release/kubelet_log.hpp"
#include "tools/cri/kubelet_log/log_values.hpp"

namespace podreel::cri {

namespace {

constexpr std::string_view title = "\"Event occurred\"";
constexpr std::string_view old_title = "Event(v1.ObjectReference{";

trace::Record record_of(std::string_view kind, std::string name, trace::Event event, std::string_view field_path) {
  if (!field_path.empty()) event.field_path = std::string{field_path};
  if (kind != event.obj) {
    event.obj = kind;
    name.clear();
  }
  return {{}, std::move(name), std::move(event)};
}

/// Reads a message such as `"Event occurred" object="default/web" kind="Pod" … message="…"`.
std::optional<trace::Record> structured_event(std::string_view message) {
  const auto object = log_value(message, "object");
  const auto kind = log_value(message, "kind");
  const auto type = log_value(message, "type");
  const auto reason = log_value(message, "reason");
  const auto text = log_value(message, "message");
  if (!object || !kind || !type || !reason || !text) return std::nullopt;
  return record_of(*kind, *object, {.type = *type, .reason = *reason, .message = *text},
                   log_value(message, "fieldPath").value_or(""));
}

/// Returns the text between `begin` and `end`, and removes everything up to `end`; no value if they do not enclose it.
std::optional<std::string> take_between(std::string_view& text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin);
  if (from == std::string_view::npos) return std::nullopt;
  text.remove_prefix(from + begin.size());
  const std::size_t until = text.find(end);
  if (until == std::string_view::npos) return std::nullopt;
  std::string value{text.substr(0, until)};
  text.remove_prefix(until + end.size());
  return value;
}

/// Reads a message such as `Event(v1.ObjectReference{Kind:"Pod", …}): type: 'Normal' reason: 'Pulled' …`.
std::optional<trace::Record> old_event(std::string_view message) {
  const auto kind = take_between(message, "Kind:\"", "\"");
  const auto name_space = take_between(message, "Namespace:\"", "\"");
  const auto name = take_between(message, "Name:\"", "\"");
  const auto field_path = take_between(message, "FieldPath:\"", "\"}): ");
  const auto type = take_between(message, "type: '", "'");
  const auto reason = take_between(message, "reason: '", "' ");
  if (!kind || !name_space || !name || !field_path || !type || !reason) return std::nullopt;
  return record_of(*kind, *name_space + "/" + *name,
                   {.type = *type, .reason = *reason, .message = std::string{message}}, *field_path);
}

}  // namespace

LoggedEvent event_of(std::string_view message) {
  if (message.starts_with(title)) return {.is_event = true, .record = structured_event(message)};
  if (message.starts_with(old_title)) return {.is_event = true, .record = old_event(message)};
  return {};
}

std::string event_message(release::Release release, const std::string& pod, const trace::Event& event,
                          const std::string& uid) {
  const std::string field_path = event.field_path.value_or("");
  if (release::logs_structured.contains(release)) {
    return fmt::format(R"({} object="{}" fieldPath="{}" kind="{}" apiVersion="v1" type="{}" reason="{}" message={})",
                       title, pod, field_path, event.obj, event.type, event.reason, log_value_of(event.message));
  }
  const std::size_t slash = pod.find('/');
  return fmt::format(R"({}Kind:"{}", Namespace:"{}", Name:"{}", UID:"{}", APIVersion:"v1", ResourceVersion:"", )"
                     R"(FieldPath:"{}"}}): type: '{}' reason: '{}' {})",
                     old_title, event.obj, pod.substr(0, slash), pod.substr(slash + 1), uid, field_path, event.type,
                     event.reason, event.message);
}

}  // namespace podreel::cri
