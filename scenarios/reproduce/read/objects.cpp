#include "scenarios/reproduce/read/objects.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/json_integer.hpp"
#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "scenarios/reproduce/read/event_rows.hpp"
#include "scenarios/reproduce/read/nodes.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

constexpr std::int64_t max_counted = 1'000'000'000;

constexpr std::size_t max_events = 500;

/// Instant in a field.
std::optional<sim::Time> time_of(const json& object, std::string_view field) {
  const std::string text = api::string_member(object, field);
  return text.empty() ? std::nullopt : api::parse_timestamp(text);
}

std::int64_t number_of(const json& object, std::string_view field, std::int64_t otherwise) {
  const json* found = api::find_member(object, field);
  const auto number = found == nullptr ? std::nullopt : api::exact_integer<std::int64_t>(*found);
  return number ? std::clamp<std::int64_t>(*number, 0, max_counted) : otherwise;
}

/// Whether the time was set: containers that never started have the beginning of 1970 or of the year 1.
bool is_written(const std::optional<sim::Time>& time) {
  return time && *time > sim::Time{std::chrono::years{1}};
}

Ended ended_of(const json& terminated) {
  Ended ended{.reason = api::string_member(terminated, "reason"), .message = api::string_member(terminated, "message")};
  ended.exit_code = static_cast<std::int32_t>(std::min<std::int64_t>(number_of(terminated, "exitCode", 1), 255));
  const auto started = time_of(terminated, "startedAt");
  const auto finished = time_of(terminated, "finishedAt");
  if (is_written(started) && finished && *finished >= *started) ended.ran = *finished - *started;
  return ended;
}

void read_container_status(const json& status, bool is_init, SeenPod& pod) {
  SeenContainer& container = pod.container(api::string_member(status, "name"), is_init);
  container.image = api::string_member(status, "image");
  if (api::find_member(status, "ready") != nullptr) container.ready = api::bool_member(status, "ready");
  if (api::find_member(status, "restartCount") != nullptr) {
    container.restarts = static_cast<std::uint32_t>(number_of(status, "restartCount", 0));
  }
  const json* const state = api::find_member(status, "state");
  if (state != nullptr) {
    if (const json* waiting = api::find_member(*state, "waiting")) {
      container.state = "Waiting";
      container.waiting_reason = api::string_member(*waiting, "reason");
      container.waiting_message = api::string_member(*waiting, "message");
    } else if (api::find_member(*state, "running") != nullptr) {
      container.state = "Running";
    } else if (const json* terminated = api::find_member(*state, "terminated")) {
      container.state = "Terminated";
      container.ended = ended_of(*terminated);
    }
  }
  const json* const last = api::find_member(status, "lastState");
  const json* const terminated = last == nullptr ? nullptr : api::find_member(*last, "terminated");
  if (terminated != nullptr) container.last = ended_of(*terminated);
}

/// Keeps a condition with a reason: it may name the cause.
void read_condition(const json& condition, SeenPod& pod) {
  const std::string reason = api::string_member(condition, "reason");
  const std::string type = api::string_member(condition, "type");
  if (type == "PodScheduled" && api::string_member(condition, "status") == "True") pod.is_scheduled = true;
  if (reason.empty()) return;
  pod.lines.push_back({0, fmt::format("{}: {}: {}", type, reason, api::string_member(condition, "message"))});
}

void read_status(const json& status, SeenPod& pod) {
  pod.phase = api::string_member(status, "phase");
  const std::string resize = api::string_member(status, "resize");
  if (!resize.empty()) pod.lines.push_back({0, "resize: " + resize});
  pod.reason = api::string_member(status, "reason");
  pod.message = api::string_member(status, "message");
  api::for_each_item(status, "conditions", [&](const json& condition) { read_condition(condition, pod); });
  api::for_each_item(status, "initContainerStatuses",
                     [&](const json& each) { read_container_status(each, true, pod); });
  api::for_each_item(status, "containerStatuses", [&](const json& each) { read_container_status(each, false, pod); });
}

bool read_node(const json& object, int line, Evidence& evidence) {
  const json* const metadata = api::find_member(object, "metadata");
  const json* const status = api::find_member(object, "status");
  if (metadata == nullptr || status == nullptr) return false;
  SeenNode& node = evidence.node(api::string_member(*metadata, "name"));
  node.line = line;
  api::for_each_item(*status, "conditions", [&](const json& condition) {
    report_condition({.type = api::string_member(condition, "type"),
                      .status = api::string_member(condition, "status"),
                      .reason = api::string_member(condition, "reason"),
                      .message = api::string_member(condition, "message")},
                     line, node);
  });
  if (const json* const info = api::find_member(*status, "nodeInfo")) {
    node.version = node_version(api::string_member(*info, "kubeletVersion"));
  }
  return true;
}

bool has_any(const json& object, std::initializer_list<const char*> fields) {
  return std::ranges::any_of(fields,
                             [&object](const char* field) { return api::find_member(object, field) != nullptr; });
}

/// Wraps a pasted part of a pod in the objects that contain it.
json completed(const json& part) {
  if (part.is_array()) {
    const bool is_list = !part.empty() && part.front().is_object() && has_any(part.front(), {"metadata", "kind"});
    return is_list ? json{{"items", part}} : json{{"status", {{"containerStatuses", part}}}};
  }
  if (has_any(part, {"metadata", "status", "spec", "items", "kind", "involvedObject", "regarding"})) return part;
  if (has_any(part, {"phase", "containerStatuses", "initContainerStatuses"})) return {{"status", part}};
  if (has_any(part, {"lastState", "state"})) return {{"status", {{"containerStatuses", json::array({part})}}}};
  return part;
}

/// Returns the pod that a reference or the metadata of an object names.
SeenPod& named_pod(const json& reference, Evidence& evidence) {
  return evidence.pod(api::string_member(reference, "name"), api::string_member(reference, "namespace"));
}

bool read_pod(const json& object, Evidence& evidence) {
  const json* const metadata = api::find_member(object, "metadata");
  const json* const status = api::find_member(object, "status");
  const json* const spec = api::find_member(object, "spec");
  SeenPod& pod = metadata == nullptr ? evidence.pod("") : named_pod(*metadata, evidence);
  if (metadata != nullptr) {
    pod.uid = api::string_member(*metadata, "uid");
    pod.is_deleted = api::find_member(*metadata, "deletionTimestamp") != nullptr;
    api::for_each_item(*metadata, "finalizers", [&](const json& each) {
      if (each.is_string()) pod.finalizers.push_back(each.get<std::string>());
    });
    api::for_each_item(*metadata, "ownerReferences", [&](const json& owner) {
      pod.controller = api::string_member(owner, "kind") + "/" + api::string_member(owner, "name");
    });
    if (pod.is_deleted) pod.grace_seconds = number_of(*metadata, "deletionGracePeriodSeconds", 30);
  }
  if (spec != nullptr) pod.node = api::string_member(*spec, "nodeName");
  if (!pod.node.empty()) pod.is_scheduled = true;
  if (spec != nullptr && api::find_member(*spec, "containers") != nullptr) pod.spec = *spec;
  if (status != nullptr) read_status(*status, pod);
  return spec != nullptr || status != nullptr || pod.is_deleted;
}

/// Returns the component that reported the event, in the fields of v1 or of events.k8s.io/v1.
std::string source_of(const json& event) {
  for (const char* field : {"source", "deprecatedSource"}) {
    const json* const source = api::find_member(event, field);
    std::string component = source == nullptr ? std::string{} : api::string_member(*source, "component");
    if (!component.empty()) return component;
  }
  std::string component = api::string_member(event, "reportingComponent");
  return component.empty() ? api::string_member(event, "reportingController") : component;
}

/// Returns the event's number of occurrences, in the fields of v1 or of events.k8s.io/v1.
std::uint64_t count_of(const json& event) {
  const json* const series = api::find_member(event, "series");
  std::int64_t count = std::max(number_of(event, "count", 1), number_of(event, "deprecatedCount", 1));
  if (series != nullptr) count = std::max(count, number_of(*series, "count", 1));
  return static_cast<std::uint64_t>(std::max<std::int64_t>(count, 1));
}

bool read_event(const json& object, int line, Evidence& evidence) {
  const json* about = api::find_member(object, "involvedObject");
  if (about == nullptr) about = api::find_member(object, "regarding");
  if (about == nullptr) return false;
  const std::string kind = api::string_member(*about, "kind");
  if (kind == "Node") {
    report_event(api::string_member(object, "reason"), api::string_member(object, "message"), line,
                 evidence.node(api::string_member(*about, "name")));
  }
  if (kind != "Pod" && api::string_member(object, "reason") == "FailedCreate") {
    // A controller whose pods the API server refuses: they have no names.
    const std::string text = "FailedCreate: " + api::string_member(object, "message");
    evidence.node_lines.push_back({.line = line, .text = text, .is_problem = true});
  }
  if (kind != "Pod") return true;
  SeenEvent event;
  event.line = line;
  event.type = api::string_member(object, "type");
  event.reason = api::string_member(object, "reason");
  event.message = api::string_member(object, "message");
  if (event.message.empty()) event.message = api::string_member(object, "note");
  event.source = source_of(object);
  event.count = count_of(object);
  set_container(event, api::string_member(*about, "fieldPath"));
  SeenPod& pod = named_pod(*about, evidence);
  if (pod.events.size() >= max_events) return true;
  pod.has_event_table = true;
  pod.events.push_back(std::move(event));
  return true;
}

/// Returns the message of an audit entry whose request the API server refused; no value for others.
std::optional<std::string> refusal_of(const json& entry) {
  constexpr std::int64_t first_error = 400;
  const json* const status = api::find_member(entry, "responseStatus");
  if (status == nullptr || number_of(*status, "code", 0) < first_error) return std::nullopt;
  return api::string_member(*status, "message");
}

/// Keeps a refused eviction with its pod, and a refused creation without one. Other refused requests say nothing.
void read_refusal(const json& about, const std::string& message, const std::string& user, int line,
                  Evidence& evidence) {
  const std::string name = api::string_member(about, "name");
  const std::string subresource = api::string_member(about, "subresource");
  if (subresource == "eviction" && !name.empty()) {
    named_pod(about, evidence).lines.push_back({line, fmt::format("audit: refused eviction by {}: {}", user, message)});
  } else if (subresource.empty() && message.find(" is forbidden: ") != std::string::npos) {
    evidence.node_lines.push_back({.line = line, .text = "FailedCreate: Error creating: " + message});
  }
}

void note_once(std::string_view text, Evidence& evidence) {
  if (std::ranges::find(evidence.notes, text) == evidence.notes.end()) evidence.notes.emplace_back(text);
}

/// Reads an entry of an audit log: who deleted or evicted a pod. The kubelet's own last deletion says nothing.
bool read_audit(const json& object, int line, Evidence& evidence) {
  const json* const about = api::find_member(object, "objectRef");
  if (about == nullptr) return false;
  const json* const user = api::find_member(object, "user");
  const std::string name = user == nullptr ? std::string{} : api::string_member(*user, "username");
  const bool is_eviction = api::string_member(*about, "subresource") == "eviction";
  const bool is_delete = api::string_member(object, "verb") == "delete";
  const bool is_deletion = is_delete && !name.starts_with("system:node:");
  const std::string pod_name = api::string_member(*about, "name");
  if (api::string_member(*about, "resource") != "pods") return true;
  if (const auto refusal = refusal_of(object)) {
    read_refusal(*about, *refusal, name, line, evidence);
    return true;
  }
  if (pod_name.empty() || !(is_eviction || is_deletion)) {
    if (!is_delete) note_once("entries of an audit log that neither delete nor evict a pod are left out", evidence);
    return true;
  }
  SeenPod& pod = named_pod(*about, evidence);
  pod.lines.push_back({line, fmt::format("audit: {} of the pod by {}", is_eviction ? "eviction" : "deletion", name)});
  return true;
}

/// Calls `use` with every Pod and Event, also inside lists.
template <class Use>
void for_each_object(const json& object, const Use& use) {
  const json* const items = api::find_member(object, "items");
  if (items == nullptr || !items->is_array()) return use(object);
  for (const json& item : *items) use(item);
}

std::optional<sim::Time> first_of(const json& object, std::initializer_list<std::string_view> fields) {
  for (const std::string_view field : fields) {
    if (auto time = time_of(object, field)) return time;
  }
  return std::nullopt;
}

struct Dates {
  std::optional<sim::Time> first;
  std::optional<sim::Time> last;
};

Dates dates_of(const json& object) {
  const json* const metadata = api::find_member(object, "metadata");
  const auto created = metadata == nullptr ? std::nullopt : time_of(*metadata, "creationTimestamp");
  Dates dates{first_of(object, {"firstTimestamp", "deprecatedFirstTimestamp", "eventTime"}),
              first_of(object, {"lastTimestamp", "deprecatedLastTimestamp", "eventTime"})};
  const json* const series = api::find_member(object, "series");
  const auto observed = series == nullptr ? std::nullopt : time_of(*series, "lastObservedTime");
  if (observed && (!dates.last || *observed > *dates.last)) dates.last = observed;
  if (!dates.first) dates.first = created;
  if (!dates.last) dates.last = dates.first;
  return dates;
}

/// Latest instant in the pod's status: of its conditions and the states of its containers.
std::optional<sim::Time> latest_in(const json& status) {
  std::optional<sim::Time> latest;
  const auto note = [&latest](const std::optional<sim::Time>& time) {
    if (time && (!latest || *time > *latest)) latest = time;
  };
  api::for_each_item(status, "conditions", [&](const json& each) { note(time_of(each, "lastTransitionTime")); });
  for (const char* list : {"initContainerStatuses", "containerStatuses"}) {
    api::for_each_item(status, list, [&](const json& each) {
      for (const char* state : {"state", "lastState"}) {
        const json* const found = api::find_member(each, state);
        if (found == nullptr) continue;
        for (const char* kind : {"running", "terminated"}) {
          const json* const run = api::find_member(*found, kind);
          if (run != nullptr) note(first_of(*run, {"finishedAt", "startedAt"}));
        }
      }
    });
  }
  return latest;
}

Age age_at(sim::Time time, sim::Time now) {
  const sim::Duration age = std::clamp<sim::Duration>(now - time, sim::Duration{}, max_age);
  return {age, age + std::chrono::seconds{1}};
}

/// Sets the pod's age. Without events, its status shows only the age that it had at its latest change.
void date_pod(const json& object, sim::Time created, sim::Time now, bool has_events, SeenPod& pod) {
  const json* const status = api::find_member(object, "status");
  const auto latest = status == nullptr ? std::nullopt : latest_in(*status);
  if (latest && *latest > created) pod.lived = std::min<sim::Duration>(*latest - created, max_age);
  if (has_events || !latest) pod.age = age_at(created, now);
}

bool is_event(const json& object) {
  return api::find_member(object, "involvedObject") != nullptr || api::find_member(object, "regarding") != nullptr;
}

}  // namespace

bool read_object(const json& read, int line, Evidence& evidence) {
  if (!read.is_object() && !read.is_array()) return false;
  const json object = completed(read);
  bool was_read = false;
  for_each_object(object, [&](const json& each) {
    if (!each.is_object()) return;
    const std::string kind = api::string_member(each, "kind");
    if (api::find_member(each, "objectRef") != nullptr) {
      was_read = read_audit(each, line, evidence) || was_read;
    } else if (is_event(each)) {
      was_read = read_event(each, line, evidence) || was_read;
    } else if (kind == "Node") {
      was_read = read_node(each, line, evidence) || was_read;
    } else if (kind.empty() || kind == "Pod") {
      was_read = read_pod(each, evidence) || was_read;
    }
  });
  return was_read;
}

void date_objects(const std::vector<json>& objects, Evidence& evidence) {
  std::optional<sim::Time> now;
  const auto note = [&now](const std::optional<sim::Time>& time) {
    if (time && (!now || *time > *now)) now = time;
  };
  for (const json& object : objects) {
    for_each_object(completed(object), [&](const json& each) {
      if (!each.is_object()) return;
      if (api::find_member(each, "objectRef") != nullptr) return;
      note(dates_of(each).last);
      const json* const status = api::find_member(each, "status");
      if (status != nullptr) note(latest_in(*status));
    });
  }
  if (!now) return;
  const bool has_events =
      std::ranges::any_of(evidence.pods, [](const SeenPod& pod) { return !pod.events.empty() || !pod.rows.empty(); });
  std::map<std::string, std::size_t> next;
  for (const json& object : objects) {
    for_each_object(completed(object), [&](const json& each) {
      if (!each.is_object() || api::find_member(each, "objectRef") != nullptr) return;
      const Dates dates = dates_of(each);
      if (!is_event(each)) {
        const json* const metadata = api::find_member(each, "metadata");
        if (metadata != nullptr && dates.first) {
          date_pod(each, *dates.first, *now, has_events, named_pod(*metadata, evidence));
        }
        return;
      }
      const json* about = api::find_member(each, "involvedObject");
      if (about == nullptr) about = api::find_member(each, "regarding");
      if (api::string_member(*about, "kind") != "Pod") return;
      SeenPod& pod = named_pod(*about, evidence);
      const std::size_t index = next[pod.name_space + "/" + pod.name]++;
      if (index >= pod.events.size()) return;
      if (dates.last) pod.events[index].last = age_at(*dates.last, *now);
      if (dates.first) pod.events[index].first = age_at(*dates.first, *now);
    });
  }
}

void date_rows(Evidence& evidence) {
  std::optional<sim::Time> now;
  for (const SeenPod& pod : evidence.pods) {
    for (const SeenEvent& event : pod.events) {
      if (event.last_at && (!now || *event.last_at > *now)) now = event.last_at;
    }
  }
  if (!now) return;
  for (SeenPod& pod : evidence.pods) {
    for (SeenEvent& event : pod.events) {
      if (event.last_at) event.last = age_at(*event.last_at, *now);
      if (event.first_at) event.first = age_at(*event.first_at, *now);
    }
  }
}

}  // namespace podreel::reproduce
