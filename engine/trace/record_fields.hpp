// The fields that a record has as JSON, listed once for text (json_line.hpp) and trees (json_tree.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <concepts>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/api/timestamp.hpp"
#include "engine/memory/recycled_memory.hpp"
#include "engine/trace/record.hpp"

namespace podreel::trace {

// `Object` is an object under construction. It has text(), truth(), number(), decimal(), null(), tree(), object() and
// array(), whose keys need no escape, and entry(), whose name may be any text. Members keep the order of these calls.

/// The field of a record that keeps a member: its name, but for these.
constexpr std::string_view json_key(std::string_view member) {
  if (member == "field_path") return "fieldPath";
  if (member == "old_state") return "old";
  if (member == "new_state") return "new";
  if (member == "dur") return "dur_ms";
  if (member == "exit_code") return "exitCode";
  if (member == "cpu_quota") return "cpuQuota";
  if (member == "cpu_shares") return "cpuShares";
  if (member == "for_time") return "for_s";
  return member;
}

template <class Object>
void add_field(Object& object, std::string_view key, const std::string& value) {
  object.text(key, value);
}

template <class Object>
void add_field(Object& object, std::string_view key, bool value) {
  object.truth(key, value);
}

template <class Object, std::integral Number>
void add_field(Object& object, std::string_view key, Number value) {
  object.number(key, static_cast<std::int64_t>(value));
}

template <class Object>
void add_field(Object& object, std::string_view key, sim::Duration value) {
  const auto microseconds = std::chrono::floor<std::chrono::microseconds>(value).count();
  object.decimal(key, microseconds, key.ends_with("_ms") ? 3 : 6, 0);
}

template <class Object>
void add_field(Object& object, std::string_view key, const nlohmann::ordered_json& value) {
  object.tree(key, value);
}

template <class Object, class Value>
void add_field(Object& object, std::string_view key, const std::optional<Value>& value) {
  if (value) add_field(object, key, *value);
}

template <class Object>
void add_field(Object& object, std::string_view key, const Explanation& value) {
  if (value != nullptr) add_field(object, key, *value);
}

template <class Object, class Kind>
struct MemberField {
  std::string_view key;
  void (*add)(Object& object, std::string_view key, const Kind& payload) = nullptr;
};

template <class Object, class Kind, class Member>
void add_member(Object& object, std::string_view key, const Kind& payload) {
  add_field(object, key, payload.*Member::pointer);
}

template <class Object, class Kind>
constexpr auto sorted_fields() {
  using Members = boost::describe::describe_members<Kind, boost::describe::mod_public>;
  std::array<MemberField<Object, Kind>, boost::mp11::mp_size<Members>::value> fields{};
  std::size_t index = 0;
  boost::mp11::mp_for_each<Members>([&](auto member) {
    fields[index++] = {json_key(member.name), &add_member<Object, Kind, decltype(member)>};
  });
  std::sort(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  return fields;
}

template <class Object, class Kind>
void add_fields(Object& object, const Kind& payload) {
  static constexpr auto fields = sorted_fields<Object, Kind>();
  for (const MemberField<Object, Kind>& field : fields) field.add(object, field.key, payload);
}

/// The API returns `null` where an event names no field.
template <class Object>
void add_fields(Object& object, const EventWrite& write) {
  add_field(object, "count", write.count);
  if (write.field_path && !write.field_path->empty()) {
    object.text("fieldPath", *write.field_path);
  } else {
    object.null("fieldPath");
  }
  add_field(object, "message", write.message);
  add_field(object, "op", write.op);
  add_field(object, "reason", write.reason);
  add_field(object, "type", write.type);
}

template <class Object>
void add_if_set(Object& object, std::string_view key, std::string_view text) {
  if (!text.empty()) object.text(key, text);
}

template <class Object>
void add_state(Object holder, const api::ContainerState& state) {
  if (const auto* waiting = std::get_if<api::StateWaiting>(&state)) {
    auto body = holder.object("waiting");
    add_if_set(body, "message", waiting->message);
    body.text("reason", waiting->reason);
  } else if (const auto* running = std::get_if<api::StateRunning>(&state)) {
    auto body = holder.object("running");
    body.text("startedAt", api::format_timestamp(running->started_at));
  } else if (const auto* terminated = std::get_if<api::StateTerminated>(&state)) {
    auto body = holder.object("terminated");
    // A container that was never seen has neither time; one whose start failed has started in 1970.
    const bool was_seen = terminated->finished_at != sim::Time{};
    body.number("exitCode", terminated->exit_code);
    if (was_seen) body.text("finishedAt", api::format_timestamp(terminated->finished_at));
    add_if_set(body, "message", terminated->message);
    body.text("reason", terminated->reason);
    if (was_seen) body.text("startedAt", api::format_timestamp(terminated->started_at));
  }
}

template <class Object>
void add_resources(Object object, const api::ResourceList& resources) {
  for (const auto& [name, quantity] : resources) {
    if (!quantity.empty()) object.entry(name, quantity);
  }
}

template <class Object>
void add_resources(Object object, const std::pair<api::ResourceList, api::ResourceList>& requests_and_limits) {
  const auto& [requests, limits] = requests_and_limits;
  if (!limits.empty()) add_resources(object.object("limits"), limits);
  if (!requests.empty()) add_resources(object.object("requests"), requests);
}

template <class Object>
void add_container(Object object, const api::ContainerStatus& container) {
  if (!container.allocated_resources.empty()) {
    add_resources(object.object("allocatedResources"), container.allocated_resources);
  }
  add_if_set(object, "image", container.image);
  if (!std::holds_alternative<std::monostate>(container.last_state)) {
    add_state(object.object("lastState"), container.last_state);
  }
  add_if_set(object, "name", container.name);
  object.truth("ready", container.ready);
  if (container.resources_requests_limits) {
    add_resources(object.object("resources"), *container.resources_requests_limits);
  }
  object.number("restartCount", container.restart_count);
  if (container.started) object.truth("started", *container.started);
  add_state(object.object("state"), container.state);
}

template <class Object>
void add_containers(Object& object, std::string_view key, const api::ContainerStatuses& containers) {
  if (containers.empty()) return;
  auto list = object.array(key);
  for (const api::ContainerStatus& container : containers) add_container(list.object(), container);
}

/// By type what `text_of` says of each condition, of several of a type the last; what says nothing is left out.
template <class Object, class TextOf>
void add_by_type(Object object, const api::PodConditions& conditions, TextOf text_of) {
  memory::RecycledVector<const api::PodCondition*> sorted;
  sorted.reserve(conditions.size());
  for (const api::PodCondition& condition : conditions) sorted.push_back(&condition);
  std::ranges::sort(sorted, {}, [](const api::PodCondition* condition) {
    return std::pair{condition->type.view(), condition};
  });
  for (std::size_t index = 0; index < sorted.size(); ++index) {
    if (index + 1 < sorted.size() && sorted[index]->type == sorted[index + 1]->type) continue;
    const auto& text = text_of(*sorted[index]);
    if (!text.empty()) object.entry(sorted[index]->type, text);
  }
}

template <class Object>
void add_conditions(Object& object, const api::PodConditions& conditions) {
  const bool any = std::ranges::any_of(conditions, [](const auto& condition) { return !condition.message.empty(); });
  if (any) {
    add_by_type(object.object("conditionMessages"), conditions,
                [](const api::PodCondition& condition) { return condition.message.view(); });
  }
  add_by_type(object.object("conditions"), conditions, [](const api::PodCondition& condition) {
    std::string text = condition.status;
    if (!condition.reason.empty()) text.append(":").append(condition.reason.view());
    return text;
  });
}

/// A reported status, flattened as in the recordings: conditions as type to "Status:Reason", of each container what can
/// be compared between runs.
template <class Object>
void add_fields(Object& object, const Status& reported) {
  const api::PodStatus& status = *reported.status;
  if (!status.allocated_resources.empty()) {
    add_resources(object.object("allocatedResources"), status.allocated_resources);
  }
  add_conditions(object, status.conditions);
  add_containers(object, "containers", status.container_statuses);
  if (reported.deletion_timestamp) {
    object.text("deletionTimestamp", api::format_timestamp(*reported.deletion_timestamp));
  }
  add_containers(object, "ephemeralContainers", status.ephemeral_container_statuses);
  add_containers(object, "initContainers", status.init_container_statuses);
  add_if_set(object, "message", status.message);
  if (status.observed_generation != 0) object.number("observedGeneration", status.observed_generation);
  add_if_set(object, "phase", api::to_string(status.phase));
  add_if_set(object, "podIP", status.pod_ip);
  add_if_set(object, "reason", status.reason);
  add_if_set(object, "resize", status.resize);
  if (status.resources) add_resources(object.object("resources"), *status.resources);
  if (status.start_time) object.text("startTime", api::format_timestamp(*status.start_time));
  add_field(object, "explanation", reported.explanation);
}

/// `t` (seconds since `start`, cut to microseconds), `kind`, `pod` if the record concerns one, then its fields in
/// alphabetical order.
template <class Object>
void add_record(Object& object, const Record& record, sim::Time start) {
  object.decimal("t", std::chrono::floor<std::chrono::microseconds>(record.time - start).count(), 6, 1);
  std::visit(
      [&](const auto& payload) {
        object.text("kind", std::remove_cvref_t<decltype(payload)>::kind);
        if (!record.pod.empty()) object.text("pod", record.pod);
        add_fields(object, payload);
      },
      record.payload);
}

}  // namespace podreel::trace
