#include "engine/trace/json_status.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/timestamp.hpp"
#include "engine/trace/json_text.hpp"

namespace podreel::trace {

namespace {

/// An object whose members are appended in order; empty texts are left out.
class Object {
 public:
  explicit Object(std::string& out) : out_{out} { out_ += '{'; }
  ~Object() { out_ += '}'; }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  std::string& member(std::string_view key) {
    if (std::exchange(has_members_, true)) out_ += ',';
    append_json_string(out_, key);
    out_ += ':';
    return out_;
  }
  void text(std::string_view key, std::string_view value) {
    if (!value.empty()) append_json_string(member(key), value);
  }
  void truth(std::string_view key, bool value) { member(key) += value ? "true" : "false"; }
  void number(std::string_view key, std::int64_t value) { append_number(member(key), value); }
  void time(std::string_view key, sim::Time value) { text(key, api::format_timestamp(value)); }

 private:
  std::string& out_;
  bool has_members_ = false;
};

void append_state(std::string& out, const api::ContainerState& state) {
  Object holder{out};
  if (const auto* waiting = std::get_if<api::StateWaiting>(&state)) {
    Object body{holder.member("waiting")};
    body.text("message", waiting->message);
    append_json_string(body.member("reason"), waiting->reason);
  } else if (const auto* running = std::get_if<api::StateRunning>(&state)) {
    Object body{holder.member("running")};
    body.time("startedAt", running->started_at);
  } else if (const auto* terminated = std::get_if<api::StateTerminated>(&state)) {
    Object body{holder.member("terminated")};
    // A container that was never seen has neither time; one whose start failed has started in 1970.
    const bool was_seen = terminated->finished_at != sim::Time{};
    body.number("exitCode", terminated->exit_code);
    if (was_seen) body.time("finishedAt", terminated->finished_at);
    body.text("message", terminated->message);
    append_json_string(body.member("reason"), terminated->reason);
    if (was_seen) body.time("startedAt", terminated->started_at);
  }
}

void append_resources(std::string& out, const api::ResourceList& resources) {
  Object object{out};
  for (const auto& [name, quantity] : resources) object.text(name, quantity);
}

void append_resources(std::string& out, const std::pair<api::ResourceList, api::ResourceList>& requests_and_limits) {
  const auto& [requests, limits] = requests_and_limits;
  Object object{out};
  if (!limits.empty()) append_resources(object.member("limits"), limits);
  if (!requests.empty()) append_resources(object.member("requests"), requests);
}

void append_container(std::string& out, const api::ContainerStatus& container) {
  Object object{out};
  if (!container.allocated_resources.empty()) {
    append_resources(object.member("allocatedResources"), container.allocated_resources);
  }
  object.text("image", container.image);
  if (!std::holds_alternative<std::monostate>(container.last_state)) {
    append_state(object.member("lastState"), container.last_state);
  }
  object.text("name", container.name);
  object.truth("ready", container.ready);
  if (container.resources_requests_limits) {
    append_resources(object.member("resources"), *container.resources_requests_limits);
  }
  object.number("restartCount", container.restart_count);
  if (container.started) object.truth("started", *container.started);
  append_state(object.member("state"), container.state);
}

void append_containers(std::string& out, std::string_view key, const api::ContainerStatuses& containers) {
  if (containers.empty()) return;
  append_json_key(out, key);
  out += '[';
  bool is_first = true;
  for (const api::ContainerStatus& container : containers) {
    if (!std::exchange(is_first, false)) out += ',';
    append_container(out, container);
  }
  out += ']';
}

/// By type what `text_of` says of each condition; what says nothing is left out.
template <class TextOf>
void append_by_type(std::string& out, const api::PodConditions& conditions, TextOf text_of) {
  std::map<std::string_view, std::string> by_type;
  for (const api::PodCondition& condition : conditions) by_type[condition.type] = text_of(condition);
  Object object{out};
  for (const auto& [type, text] : by_type) object.text(type, text);
}

void append_messages(std::string& out, const api::PodConditions& conditions) {
  const bool any = std::ranges::any_of(conditions, [](const auto& condition) { return !condition.message.empty(); });
  if (!any) return;
  out += ",\"conditionMessages\":";
  append_by_type(out, conditions,
                 [](const api::PodCondition& condition) { return std::string{condition.message.view()}; });
}

void append_conditions(std::string& out, const api::PodConditions& conditions) {
  out += ",\"conditions\":";
  append_by_type(out, conditions, [](const api::PodCondition& condition) {
    return condition.status + (condition.reason.empty() ? "" : ":" + condition.reason);
  });
}

void append_text(std::string& out, std::string_view key, std::string_view text) {
  if (text.empty()) return;
  append_json_key(out, key);
  append_json_string(out, text);
}

}  // namespace

void append_json_status(std::string& out, const Status& told) {
  const api::PodStatus& status = *told.status;
  if (!status.allocated_resources.empty()) {
    out += ",\"allocatedResources\":";
    append_resources(out, status.allocated_resources);
  }
  append_messages(out, status.conditions);
  append_conditions(out, status.conditions);
  append_containers(out, "containers", status.container_statuses);
  if (told.deletion_timestamp) append_text(out, "deletionTimestamp", api::format_timestamp(*told.deletion_timestamp));
  append_containers(out, "ephemeralContainers", status.ephemeral_container_statuses);
  append_containers(out, "initContainers", status.init_container_statuses);
  append_text(out, "message", status.message);
  if (status.observed_generation != 0) out += fmt::format(",\"observedGeneration\":{}", status.observed_generation);
  append_text(out, "phase", api::to_string(status.phase));
  append_text(out, "podIP", status.pod_ip);
  append_text(out, "reason", status.reason);
  append_text(out, "resize", status.resize);
  if (status.resources) {
    out += ",\"resources\":";
    append_resources(out, *status.resources);
  }
  if (status.start_time) append_text(out, "startTime", api::format_timestamp(*status.start_time));
}

}  // namespace podreel::trace
