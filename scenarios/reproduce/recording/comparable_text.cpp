#include "scenarios/reproduce/recording/comparable_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/reproduce/recording/identities.hpp"
#include "scenarios/reproduce/recording/record_fields.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

std::string state_text(const json& state) {
  if (state.is_null() || state.empty()) return "-";
  const std::string kind = state.begin().key();
  const json& body = state.begin().value();
  std::string result = kind;
  if (body.contains("exitCode")) result += fmt::format(" {}", body["exitCode"].dump());
  if (!field_text(body, "reason").empty()) result += " " + field_text(body, "reason");
  if (!field_text(body, "message").empty()) result += " " + without_identities(field_text(body, "message"));
  return result;
}

/// The recorder's control groups say where there is no limit of memory what the kernel's old ones say.
json without_unlimited(json resources) {
  const json::json_pointer limit{"/limits/memory"};
  if (!resources.contains(limit) || resources[limit] != "9007199254740988Ki") return resources;
  resources["limits"].erase("memory");
  if (resources["limits"].empty()) resources.erase("limits");
  return resources;
}

std::string resources_text(const json& status) {
  return fmt::format(" allocated={} resources={}", field_text(status, "allocatedResources"),
                     status.contains("resources") ? without_unlimited(status["resources"]).dump() : "");
}

std::string containers_text(const json& record, const char* key, bool in_detail) {
  std::string result;
  if (!record.contains(key)) return result;
  for (const json& container : record[key]) {
    result += fmt::format(
        " {}[{} {}  ready={} started={} restarts={} {} | {}{}]", key, field_text(container, "name"),
        field_text(container, "image"), field_text(container, "ready"), field_text(container, "started"),
        field_text(container, "restartCount"), state_text(container.value("state", json::object())),
        state_text(container.value("lastState", json::object())), in_detail ? resources_text(container) : "");
  }
  return result;
}

/// Text of the result of a call that succeeded.
std::string made_text(const json& record) {
  std::string attempt = field_text(record, "attempt");
  if (attempt.empty()) attempt = field_text(record, "sandbox_attempt");
  std::string result =
      fmt::format("attempt={} image={} hash={}", attempt, field_text(record, "image"), field_text(record, "hash"));
  for (const char* key : {"cpuShares", "cpuQuota", "memory"}) {
    if (record.contains(key)) result += fmt::format(" {}={}", key, field_text(record, key));
  }
  return result;
}

}  // namespace

std::string call_text(const json& record) {
  return fmt::format("{} {} timeout={} {}", field_text(record, "op"), field_text(record, "container"),
                     field_text(record, "timeout"), record.contains("error") ? "failed" : made_text(record));
}

std::string event_text(const json& record) {
  return fmt::format("{} {} {} {}", field_text(record, "type"), field_text(record, "reason"),
                     without_identities(field_text(record, "message")), field_text(record, "fieldPath"));
}

std::string status_text(const json& record, bool in_detail) {
  std::string result = fmt::format(
      "{} {} {} {} ip={}{}{}{}", field_text(record, "phase"), field_text(record, "reason"),
      without_identities(field_text(record, "message")), record.value("conditions", json::object()).dump(),
      record.contains("podIP"), containers_text(record, "initContainers", in_detail),
      containers_text(record, "containers", in_detail), containers_text(record, "ephemeralContainers", in_detail));
  if (!in_detail) return result;
  return result + fmt::format(" {} generation={} resize={}{}", field_text(record, "conditionMessages"),
                              field_text(record, "observedGeneration"), field_text(record, "resize"),
                              resources_text(record));
}

std::string exit_text(const json& record) {
  return fmt::format("{} attempt={} exitCode={} {}", field_text(record, "container"), field_text(record, "attempt"),
                     field_text(record, "exitCode"), field_text(record, "why"));
}

std::string exec_text(const json& record) {
  return fmt::format("attempt={} exitCode={}", field_text(record, "attempt"), field_text(record, "exitCode"));
}

}  // namespace podreel::reproduce
