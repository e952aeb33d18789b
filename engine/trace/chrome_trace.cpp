#include "engine/trace/chrome_trace.hpp"

#include <fmt/format.h>

#include "engine/trace/back_off_waits.hpp"
#include "engine/trace/explanation_text.hpp"
#include "engine/trace/json_text.hpp"

namespace podreel::trace {

namespace {

constexpr std::string_view node_track = "node";

/// Trace viewers count microseconds.
void append_microseconds(std::string& out, sim::Duration time) {
  append_decimal(out, time.count(), 3);
}

void append_argument(std::string& out, std::string_view key, std::string_view value) {
  if (!out.empty()) out += ',';
  append_json_string(out, key);
  out += ':';
  append_json_string(out, value);
}

std::string track_of(std::string_view pod, const std::optional<std::string>& container) {
  if (pod.empty()) return std::string{node_track};
  return container ? fmt::format("{} {}", pod, *container) : std::string{pod};
}

/// "terminating-enter" begins what "terminating-exit" ends; plain "enter" and "exit" are SyncPod's.
struct Stage {
  std::string name;
  bool begins = false;
};
Stage stage_of(std::string_view op) {
  const bool begins = op.ends_with("enter");
  op.remove_suffix(begins ? 5 : 4);
  if (op.ends_with('-')) op.remove_suffix(1);
  return {op.empty() ? "SyncPod" : fmt::format("SyncPod {}", op), begins};
}

}  // namespace

void ChromeTrace::Document::add(std::string_view event) {
  out_ << (has_events_ ? ",\n" : "[\n") << event;
  has_events_ = true;
}

void ChromeTrace::Document::finish() {
  out_ << (has_events_ ? "\n]\n" : "[]\n");
}

ChromeTrace::ChromeTrace(Document& document, std::string_view node, std::uint32_t process, sim::Time start)
    : document_{document}, process_{process}, start_{start} {
  std::string event = fmt::format(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":)", process_);
  append_json_string(event, node);
  document_.add(event + "}}");
}

void ChromeTrace::write(const Record& record) {
  const std::string track = track_of(record.pod, std::nullopt);
  std::string arguments;
  if (const auto* call = std::get_if<RuntimeCall>(&record.payload)) {
    write_call(record, *call);
  } else if (const auto* sync = std::get_if<Sync>(&record.payload)) {
    write_sync(record, *sync);
  } else if (const auto* environment = std::get_if<Environment>(&record.payload)) {
    write_environment(record, *environment);
  } else if (const auto* event = std::get_if<Event>(&record.payload)) {
    append_argument(arguments, "message", event->message);
    instant(track, "event", event->reason, arguments, record.time);
  } else if (const auto* probe = std::get_if<Probe>(&record.payload)) {
    append_argument(arguments, "result", probe->result);
    if (probe->output) append_argument(arguments, "output", *probe->output);
    instant(track_of(record.pod, probe->container), "probe", probe->probe, arguments, record.time);
  } else if (const auto* status = std::get_if<Status>(&record.payload)) {
    instant(track, "status", api::to_string(status->status->phase), {}, record.time);
  } else if (const auto* api = std::get_if<Api>(&record.payload)) {
    instant(track, "api", api->op, {}, record.time);
  } else if (const auto* kubelet = std::get_if<KubeletProcess>(&record.payload)) {
    if (kubelet->version) append_argument(arguments, "version", *kubelet->version);
    instant(track, "kubelet", "kubelet " + kubelet->what, arguments, record.time);
  } else if (const auto* node = std::get_if<Node>(&record.payload)) {
    if (node->message) append_argument(arguments, "message", *node->message);
    if (node->ready) append_argument(arguments, "ready", *node->ready);
    instant(track, "node", node->what.value_or("Ready"), arguments, record.time);
  }
}

void ChromeTrace::finish(sim::Time now) {
  for (const auto& [id, life] : lives_) span(life.track, {"container", life.name, {}, life.began, now - life.began});
  for (const auto& [pod, sync] : syncs_) span(sync.track, {"sync", sync.name, {}, sync.began, now - sync.began});
  while (!waits_.empty()) end_wait(std::string{waits_.begin()->first}, now);
  lives_.clear();
  syncs_.clear();
}

void ChromeTrace::write_call(const Record& record, const RuntimeCall& call) {
  const std::string track = track_of(record.pod, call.container);
  std::string arguments;
  if (call.id) append_argument(arguments, "id", *call.id);
  if (call.sandbox) append_argument(arguments, "sandbox", *call.sandbox);
  if (call.image) append_argument(arguments, "image", *call.image);
  if (call.command) append_argument(arguments, "command", *call.command);
  if (call.error) append_argument(arguments, "error", *call.error);
  if (call.container && (call.op == "StartContainer" || call.op == "PullImage")) end_wait(track, record.time);
  if (const auto sync = syncs_.find(record.pod); sync != syncs_.end()) {
    std::string& calls = sync->second.calls;
    calls += fmt::format("{}{}{}", calls.empty() ? "" : ", ", call.op, call.container ? " " + *call.container : "");
  }
  overlapping_span(track, {"runtime", call.op, std::move(arguments), record.time, call.dur});
  if (call.op == "StartContainer" && !call.error && call.id) {
    lives_[*call.id] = {record.time + call.dur, fmt::format("attempt {}", call.attempt.value_or(0)), track};
  }
}

void ChromeTrace::write_sync(const Record& record, const Sync& sync) {
  Stage stage = stage_of(sync.op);
  if (stage.begins) {
    syncs_[record.pod] = {record.time, std::move(stage.name), track_of(record.pod, std::nullopt)};
    return;
  }
  const auto open = syncs_.find(record.pod);
  if (open == syncs_.end()) return;
  std::string arguments;
  append_argument(arguments, "calls", open->second.calls.empty() ? "none" : open->second.calls);
  if (sync.error) append_argument(arguments, "error", *sync.error);
  if (sync.explanation != nullptr) {
    std::size_t number = 0;
    for (const std::string& reason : lines_of(*sync.explanation)) {
      append_argument(arguments, fmt::format("reason {}", ++number), reason);
    }
  }
  note_back_offs(record, sync);
  span(open->second.track,
       {"sync", open->second.name, std::move(arguments), open->second.began, record.time - open->second.began});
  syncs_.erase(open);
}

void ChromeTrace::note_back_offs(const Record& record, const Sync& sync) {
  for (BackOffWait& met : back_off_waits(sync.error.value_or(""))) {
    Wait& wait = waits_.try_emplace(track_of(record.pod, met.container), Wait{record.time}).first->second;
    wait.reason = std::move(met.reason);
    wait.delay = std::move(met.delay);
  }
}

void ChromeTrace::end_wait(const std::string& track, sim::Time time) {
  const auto found = waits_.find(track);
  if (found == waits_.end()) return;
  const Wait wait = std::move(found->second);
  waits_.erase(found);
  if (wait.reason.empty()) return;
  std::string arguments;
  if (!wait.delay.empty()) append_argument(arguments, "delay", wait.delay);
  overlapping_span(track, {"backOff", wait.reason, std::move(arguments), wait.began, time - wait.began});
}

void ChromeTrace::write_environment(const Record& record, const Environment& environment) {
  const std::string track = track_of(record.pod, environment.container);
  std::string arguments;
  if (environment.exit_code) append_argument(arguments, "exitCode", fmt::format("{}", *environment.exit_code));
  if (environment.why) append_argument(arguments, "why", *environment.why);
  const auto life = environment.id ? lives_.find(*environment.id) : lives_.end();
  if (environment.what == "container_exit" && life != lives_.end()) {
    span(life->second.track,
         {"container", life->second.name, arguments, life->second.began, record.time - life->second.began});
    lives_.erase(life);
  }
  if (environment.what == "container_exit" && environment.container) waits_[track] = {.began = record.time};
  instant(track, "environment", environment.what, arguments, record.time);
}

void ChromeTrace::span(std::string_view track, const Span& span) {
  std::string event = head('X', track, span.category, span.name, span.began);
  event += ",\"dur\":";
  append_microseconds(event, span.length);
  document_.add(fmt::format("{},\"args\":{{{}}}}}", event, span.arguments));
}

void ChromeTrace::overlapping_span(std::string_view track, const Span& span) {
  const std::string id = fmt::format(",\"id\":\"{}.{}\"", process_, ++overlapping_);
  const std::string begin = head('b', track, span.category, span.name, span.began);
  document_.add(fmt::format("{}{},\"args\":{{{}}}}}", begin, id, span.arguments));
  document_.add(head('e', track, span.category, span.name, span.began + span.length) + id + "}");
}

void ChromeTrace::instant(std::string_view track, std::string_view category, std::string_view name,
                          std::string_view arguments, sim::Time time) {
  const std::string event = head('i', track, category, name, time);
  document_.add(fmt::format("{},\"s\":\"t\",\"args\":{{{}}}}}", event, arguments));
}

std::string ChromeTrace::head(char phase, std::string_view track, std::string_view category, std::string_view name,
                              sim::Time time) {
  std::string event = fmt::format(R"({{"ph":"{}","pid":{},"tid":{},"cat":"{}","name":)", phase, process_,
                                  track_number(track), category);
  append_json_string(event, name);
  event += ",\"ts\":";
  append_microseconds(event, time - start_);
  return event;
}

std::uint32_t ChromeTrace::track_number(std::string_view track) {
  const auto known = tracks_.find(track);
  if (known != tracks_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(tracks_.size() + 1);
  tracks_.emplace(track, number);
  std::string event =
      fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":)", process_, number);
  append_json_string(event, track);
  document_.add(event + "}}");
  return number;
}

}  // namespace podreel::trace
