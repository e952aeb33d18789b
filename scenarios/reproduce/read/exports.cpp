#include "scenarios/reproduce/read/exports.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "engine/api/json_member.hpp"
#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

/// Wrappers inside wrappers end here.
constexpr int max_depth = 8;

/// Members that hold one entry or several.
constexpr std::array<std::string_view, 9> wrappers{"jsonPayload", "textPayload", "_source", "hits",     "events",
                                                   "results",     "records",     "entries", "logEvents"};
/// Members that hold a line of a log, or an object as text.
constexpr std::array<std::string_view, 5> texts{"@message", "MESSAGE", "message", "log", "msg"};

/// Whether the object is one of Kubernetes, or a part of one.
bool is_kubernetes(const json& object) {
  constexpr std::array<const char*, 13> members{
      "kind",   "metadata",          "status", "spec",     "items", "involvedObject", "regarding", "objectRef", "phase",
      "reason", "containerStatuses", "state",  "lastState"};
  return std::ranges::any_of(members,
                             [&object](const char* each) { return api::find_member(object, each) != nullptr; });
}

/// Returns the audit entry of a record that names `io.k8s.core.v1.pods.delete` and
/// `core/v1/namespaces/shop/pods/web-0`.
std::optional<json> audit_of(const json& payload) {
  const std::string method = api::string_member(payload, "methodName");
  const std::string resource = api::string_member(payload, "resourceName");
  constexpr std::string_view before = "/namespaces/";
  constexpr std::string_view pods = "/pods/";
  const std::size_t name_space = resource.find(before);
  const std::size_t pod = resource.find(pods);
  if (method.empty() || name_space == std::string::npos || pod == std::string::npos || pod < name_space)
    return std::nullopt;
  const std::size_t begin = name_space + before.size();
  const std::string name = resource.substr(pod + pods.size());
  const std::size_t slash = name.find('/');
  const json* const user = api::find_member(payload, "authenticationInfo");
  const json* const status = api::find_member(payload, "status");
  const bool is_refused = status != nullptr && status->is_object() && status->value("code", json(0)) != json(0);
  constexpr int bad_request = 400;
  return json{
      {"verb", method.substr(method.rfind('.') + 1)},
      {"responseStatus",
       {{"code", is_refused ? bad_request : 0}, {"message", is_refused ? api::string_member(*status, "message") : ""}}},
      {"user", {{"username", user == nullptr ? "" : api::string_member(*user, "principalEmail")}}},
      {"objectRef",
       {{"resource", "pods"},
        {"namespace", resource.substr(begin, pod - begin)},
        {"name", name.substr(0, slash)},
        {"subresource", slash == std::string::npos ? "" : name.substr(slash + 1)}}}};
}

/// Returns the event of a row of Azure Monitor's table KubeEvents.
std::optional<json> event_of_row(const json& row) {
  const std::string kind = api::string_member(row, "ObjectKind");
  if (kind.empty()) return std::nullopt;
  json event{{"type", api::string_member(row, "KubeEventType")},
             {"reason", api::string_member(row, "Reason")},
             {"message", api::string_member(row, "Message")},
             {"source", {{"component", api::string_member(row, "SourceComponent")}}},
             {"involvedObject",
              {{"kind", kind},
               {"namespace", api::string_member(row, "Namespace")},
               {"name", api::string_member(row, "Name")}}}};
  if (const json* const count = api::find_member(row, "Count")) event["count"] = *count;
  for (const auto& [written, meant] :
       {std::pair{"FirstSeen", "firstTimestamp"}, std::pair{"LastSeen", "lastTimestamp"}}) {
    const std::string time = api::string_member(row, written);
    if (!time.empty()) event[meant] = time;
  }
  return event;
}

/// Returns klog's text for a line that it wrote as JSON; no value for other objects.
std::optional<std::string> line_of_klog(const json& object) {
  const json* const time = api::find_member(object, "ts");
  const std::string message = api::string_member(object, "msg");
  const std::string caller = api::string_member(object, "caller");
  if (time == nullptr || !time->is_number() || message.empty() || caller.empty()) return std::nullopt;
  constexpr double seconds_of_day = 86'400;
  constexpr double first_milliseconds = 1e11;
  const double written = time->get<double>();
  const double instant = written > first_milliseconds ? written / 1'000 : written;
  const auto second = static_cast<std::int64_t>(instant) % static_cast<std::int64_t>(seconds_of_day);
  const std::string error = api::string_member(object, "err");
  std::string line = fmt::format("{}0101 {:02}:{:02}:{:02}.000000       1 {}] \"{}\"", error.empty() ? 'I' : 'E',
                                 second / 3'600, second / 60 % 60, second % 60, caller, message);
  if (const json* const pod = api::find_member(object, "pod"); pod != nullptr && pod->is_object()) {
    line += fmt::format(" pod=\"{}/{}\"", api::string_member(*pod, "namespace"), api::string_member(*pod, "name"));
  }
  if (!error.empty()) line += fmt::format(" err=\"{}\"", error);
  return line;
}

/// Returns the line of a runtime's log that was written as JSON; no value for other objects.
std::optional<std::string> line_of_runtime(const json& object) {
  const std::string time = api::string_member(object, "time");
  const std::string level = api::string_member(object, "level");
  const std::string message = api::string_member(object, "msg");
  const std::string error = api::string_member(object, "error");
  if (time.empty() || level.empty() || message.empty() || error.empty()) return std::nullopt;
  return fmt::format("time=\"{}\" level={} msg={} error={}", time, level, json(message).dump(), json(error).dump());
}

class Unwrapper {
 public:
  Exported unwrap(const json& document) {
    take(document, 0);
    return std::move(found_);
  }

 private:
  void take(const json& entry, int depth) {
    if (depth > max_depth) return;
    if (entry.is_string()) return take_text(entry.get<std::string>(), depth);
    if (entry.is_array() && !entry.empty() && std::all_of(entry.begin(), entry.end(), is_wrapped)) {
      for (const json& each : entry) take(each, depth + 1);
    } else if (!entry.is_object() || is_kubernetes(entry)) {
      found_.objects.push_back(entry);
    } else if (!take_record(entry) && !take_wrapper(entry, depth)) {
      found_.objects.push_back(entry);
    }
  }

  /// Whether the item of a list is an entry of a log rather than a Kubernetes object.
  static bool is_wrapped(const json& item) {
    if (item.is_array()) return !item.empty() && std::all_of(item.begin(), item.end(), is_wrapped);
    if (!item.is_object() || is_kubernetes(item)) return false;
    const auto has = [&item](std::string_view name) { return item.contains(std::string{name}); };
    return std::ranges::any_of(wrappers, has) || std::ranges::any_of(texts, has) || has("ObjectKind") ||
           has("protoPayload") || has("field");
  }

  bool take_record(const json& entry) {
    const json* const payload = api::find_member(entry, "protoPayload");
    auto object = payload == nullptr ? event_of_row(entry) : audit_of(*payload);
    if (object) {
      found_.objects.push_back(*std::move(object));
      return true;
    }
    auto line = line_of_klog(entry);
    if (!line) line = line_of_runtime(entry);
    if (line) {
      found_.lines.push_back(*std::move(line));
      return true;
    }
    return payload != nullptr;
  }

  bool take_wrapper(const json& entry, int depth) {
    // A watch: {"type":"ADDED","object":{…}}; an event router: {"verb":"ADDED","event":{…}}.
    for (const char* name : {"object", "event"}) {
      const json* const inner = api::find_member(entry, name);
      if (inner == nullptr || !inner->is_object()) continue;
      take(*inner, depth + 1);
      return true;
    }
    for (const std::string_view name : wrappers) {
      const json* const inner = api::find_member(entry, name);
      if (inner == nullptr) continue;
      take(*inner, depth + 1);
      return true;
    }
    return take_line_of(entry, depth);
  }

  bool take_line_of(const json& entry, int depth) {
    // CloudWatch Logs Insights: {"field":"@message","value":"…"}.
    if (api::find_member(entry, "field") != nullptr) {
      if (api::string_member(entry, "field") == "@message") take_text(api::string_member(entry, "value"), depth);
      return true;
    }
    for (const std::string_view name : texts) {
      const std::string text = api::string_member(entry, name);
      if (text.empty()) continue;
      take_text(text, depth);
      return true;
    }
    return false;
  }

  void take_text(std::string_view text, int depth) {
    const std::string_view inner = trimmed(text);
    if (inner.starts_with('{')) {
      const json parsed = json::parse(inner, nullptr, false);
      if (!parsed.is_discarded()) return take(parsed, depth + 1);
    }
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      found_.lines.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  Exported found_;
};

}  // namespace

Exported exported(const json& document) {
  return Unwrapper{}.unwrap(document);
}

}  // namespace podreel::reproduce
