#include "tools/serve/container_log.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <vector>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/sync/container_log_text.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

struct Line {
  std::string time;
  std::string text;
};

std::optional<std::int64_t> count_of(const Target& target, const char* name) {
  const std::string text = target.parameter(name);
  if (text.empty()) return std::nullopt;
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || number < 0) {
    throw invalid({"PodLogOptions"}, "",
                  {{name, fmt::format("Invalid value: \"{}\": must be greater than or equal to 0", text)}});
  }
  constexpr std::int64_t maximum = 1'000'000'000;
  return std::min(number, maximum);
}

std::string names_of(const json& spec, const char* list) {
  std::string names;
  api::for_each_item(spec, list, [&names](const json& container) {
    names += (names.empty() ? "" : " ") + container.value("name", "");
  });
  return names;
}

}  // namespace

std::string meant_container(const json& pod, const Target& target, const std::string& pod_name) {
  const json& spec = pod["spec"];
  const std::string wanted = target.parameter("container");
  if (wanted.empty()) {
    if (spec["containers"].size() == 1) return spec["containers"][0].value("name", "");
    throw bad_request(fmt::format("a container name must be specified for pod {}, choose one of: [{}]", pod_name,
                                  names_of(spec, "containers")));
  }
  for (const char* list : {"containers", "initContainers", "ephemeralContainers"}) {
    bool is_there = false;
    api::for_each_item(spec, list, [&](const json& each) { is_there = is_there || each.value("name", "") == wanted; });
    if (is_there) return wanted;
  }
  throw bad_request(fmt::format("container {} is not valid for pod {}", wanted, pod_name));
}

namespace {

/// Returns the message that the runtime reports: a kubelet may have added the container's log, from `first_line` on.
std::string runtime_message(const json& ended, const std::string& first_line) {
  std::string message = ended.value("message", "");
  constexpr std::string_view separator{": "};
  const std::size_t log = message.find(first_line + '\n');
  if (log == std::string::npos) return message;
  message.resize(log);
  if (message.ends_with(separator)) message.resize(message.size() - separator.size());
  return message;
}

void add_end(std::vector<Line>& lines, const json& ended, const std::string& name, const std::string& first_line) {
  const std::string time = ended.value("finishedAt", "");
  for (std::string& line : sync::last_log_lines(name, runtime_message(ended, first_line), ended.value("exitCode", 0))) {
    lines.push_back({time, std::move(line)});
  }
}

}  // namespace

const json* container_status(const json& pod, const std::string& container) {
  const json* status = api::find_member(pod, "status");
  const json* found = nullptr;
  for (const char* list : {"containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"}) {
    if (status == nullptr) return nullptr;
    api::for_each_item(*status, list, [&](const json& each) {
      if (each.value("name", "") == container) found = &each;
    });
  }
  return found;
}

ContainerLog log_of(const json& status, const LogQuery& query, sim::Time now) {
  const std::string name = status.value("name", "");
  const json state = status.value(query.previous ? "lastState" : "state", json::object());
  const json* running = api::find_member(state, "running");
  const json* ended = api::find_member(state, "terminated");
  // A container that waits for a restart has the log of its previous instance.
  const json last = status.value("lastState", json::object());
  const bool waits = !query.previous && running == nullptr && ended == nullptr;
  if (waits) ended = api::find_member(last, "terminated");
  const std::int64_t restarts = status.value("restartCount", std::int64_t{0});
  const std::int64_t attempt = query.previous ? restarts - 1 : restarts;
  const std::string first_line = sync::first_log_line(name, attempt);
  std::vector<Line> lines;
  const json* begun = running != nullptr ? running : ended;
  if (begun != nullptr && begun->contains("startedAt")) {
    lines.push_back({begun->value("startedAt", ""), first_line});
  }
  if (ended != nullptr) add_end(lines, *ended, name, first_line);
  ContainerLog log{.text = {}, .has_ended = running == nullptr && ended != nullptr && !waits};
  std::size_t first = 0;
  if (query.tail_lines && static_cast<std::size_t>(*query.tail_lines) < lines.size()) {
    first = lines.size() - static_cast<std::size_t>(*query.tail_lines);
  }
  for (std::size_t at = first; at < lines.size(); ++at) {
    const auto time = api::parse_timestamp(lines[at].time);
    const bool is_recent = !query.since_seconds || !time || *time + std::chrono::seconds{*query.since_seconds} >= now;
    if (!is_recent) continue;
    if (query.timestamps) log.text += lines[at].time + ' ';
    log.text += lines[at].text + '\n';
  }
  return log;
}

Response answer_about_log(const LiveSimulation& simulation, const Target& target, const RequestInfo& info) {
  const json& pod = *existing(simulation, info).json;
  LogQuery query{.pod = info.key(), .container = meant_container(pod, target, info.name)};
  query.uid = pod["metadata"]["uid"];
  query.previous = target.flag("previous");
  query.timestamps = target.flag("timestamps");
  query.tail_lines = count_of(target, "tailLines");
  query.since_seconds = count_of(target, "sinceSeconds");
  const json* status = container_status(pod, query.container);
  const json state = status == nullptr ? json::object() : status->value("state", json::object());
  const json last = status == nullptr ? json::object() : status->value("lastState", json::object());
  const std::string where = fmt::format("container \"{}\" in pod \"{}\"", query.container, info.name);
  if (query.previous && !last.contains("terminated")) {
    throw bad_request(fmt::format("previous terminated {} not found", where));
  }
  if (status == nullptr) {
    throw bad_request(fmt::format("{} is waiting to start: no status", where));
  }
  if (state.contains("waiting") && !last.contains("terminated")) {
    throw bad_request(fmt::format("{} is waiting to start: {}", where, state["waiting"].value("reason", "")));
  }
  if (target.flag("follow")) return {.content_type = "text/plain", .log = std::move(query)};
  return {.content_type = "text/plain", .body = log_of(*status, query, simulation.now()).text};
}

}  // namespace podreel::serve
