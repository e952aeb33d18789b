#include "scenarios/reproduce/recording/record_problem.hpp"

#include <algorithm>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <concepts>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <type_traits>

#include "engine/api/json_integer.hpp"
#include "engine/api/quantity_text.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/release/release.hpp"
#include "engine/trace/record_fields.hpp"
#include "engine/types/catalogue.hpp"
#include "engine/types/mismatch.hpp"
#include "scenarios/reproduce/recording/statements.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

/// The year 2100.
constexpr std::int64_t max_start = 4'102'444'800'000'000'000;
/// A hundred years.
constexpr double max_seconds = 3'155'760'000;

std::string problem_of(std::string_view key, const json& value, std::string_view accepted) {
  constexpr std::size_t longest = 40;
  return fmt::format("{}: found {}; accepted: {}", key, api::cut(value.dump(), longest), accepted);
}

// Each of these returns the accepted values of a member, or an empty text if `value` is one.

std::string_view accepted(const json& value, const std::string& /*member*/) {
  return value.is_string() ? "" : "text";
}

std::string_view accepted(const json& value, bool /*member*/) {
  return value.is_boolean() ? "" : "true or false";
}

template <std::integral Number>
std::string_view accepted(const json& value, Number /*member*/) {
  if (api::exact_integer<Number>(value)) return "";
  if (std::unsigned_integral<Number>) return "an integer from 0 to 4294967295";
  return sizeof(Number) == sizeof(std::int32_t) ? "an integer of 32 bits" : "an integer of 64 bits";
}

std::string_view accepted(const json& value, sim::Duration /*member*/) {
  constexpr double milliseconds = 1000;
  const bool is_accepted =
      value.is_number() && value.get<double>() >= 0 && value.get<double>() <= max_seconds * milliseconds;
  return is_accepted ? "" : "a number from 0 on, of at most a hundred years";
}

std::string_view accepted(const json& value, const trace::Explanation& /*member*/) {
  return value.is_array() ? "" : "a list";
}

template <class Value>
std::string_view accepted(const json& value, const std::optional<Value>& /*member*/) {
  return value.is_null() ? "" : accepted(value, Value{});
}

/// Returns the problem of a member that must be of the type of `value`, if it is there.
std::string member_problem(const json& object, const char* key, json::value_t type, std::string_view what) {
  const auto found = object.find(key);
  if (found == object.end() || found->type() == type) return {};
  return problem_of(key, *found, what);
}

std::string container_problem(const json& container) {
  if (!container.is_object()) return problem_of("containers", container, "objects");
  for (const char* key : {"state", "lastState"}) {
    const auto state = container.find(key);
    if (state == container.end() || state->is_null() || state->empty()) continue;
    if (!state->is_object() || !state->begin()->is_object()) return problem_of(key, *state, "a state with its fields");
  }
  const auto count = container.find("restartCount");
  if (count == container.end() || api::exact_integer<std::int32_t>(*count)) return {};
  return problem_of("restartCount", *count, "an integer of 32 bits");
}

template <class Kind>
std::string payload_problem(const json& record, const Kind& payload) {
  using Members = boost::describe::describe_members<Kind, boost::describe::mod_public>;
  std::string problem;
  boost::mp11::mp_for_each<Members>([&](auto member) {
    const std::string_view key = trace::json_key(member.name);
    const auto field = record.find(key);
    if (!problem.empty() || field == record.end()) return;
    const std::string_view wanted = accepted(*field, payload.*decltype(member)::pointer);
    if (!wanted.empty()) problem = problem_of(key, *field, wanted);
  });
  return problem;
}

std::string payload_problem(const json& record, const trace::Status& /*payload*/) {
  std::string problem = member_problem(record, "conditions", json::value_t::object, "an object");
  for (const char* key : {"containers", "initContainers", "ephemeralContainers"}) {
    if (problem.empty()) problem = member_problem(record, key, json::value_t::array, "a list");
    const auto list = record.find(key);
    if (!problem.empty() || list == record.end()) continue;
    for (const json& container : *list) {
      if (problem.empty()) problem = container_problem(container);
    }
  }
  return problem;
}

std::string cgroup_version_problem(const json& record) {
  const auto version = record.find("version");
  if (version == record.end()) return "version: is missing; accepted: \"1\" or \"2\"";
  return *version == "1" || *version == "2" ? "" : problem_of("version", *version, "\"1\" or \"2\"");
}

std::string allocatable_problem(const json& record) {
  constexpr std::string_view accepted = "a map of resources to quantities, as {\"cpu\": \"2\"}";
  const auto resources = record.find("resources");
  if (resources == record.end()) return fmt::format("resources: is missing; accepted: {}", accepted);
  if (!resources->is_object()) return problem_of("resources", *resources, accepted);
  const auto is_quantity = [](const json& amount) {
    return amount.is_string() && api::split_quantity(amount.get_ref<const std::string&>());
  };
  return std::ranges::all_of(*resources, is_quantity) ? "" : problem_of("resources", *resources, accepted);
}

/// Returns the problem of a statement of the recorder about the recording, or of a version of a pod.
std::string recorder_problem(const json& record, const std::string& kind) {
  if (kind == "recording") {
    std::string problem = member_problem(record, "what", json::value_t::string, "text");
    if (problem.empty() && is_statement(record, "cgroups")) problem = cgroup_version_problem(record);
    if (problem.empty() && is_statement(record, "allocatable")) problem = allocatable_problem(record);
    if (problem.empty() && is_statement(record, "kubelet")) {
      problem = member_problem(record, "version", json::value_t::string, "text");
    }
    const auto span = record.find("for_s");
    if (problem.empty() && span != record.end() && !span->is_number()) problem = problem_of("for_s", *span, "a number");
    const auto times = record.find("at");
    const auto is_number = [](const json& time) { return time.is_number(); };
    if (problem.empty() && times != record.end() && !(times->is_array() && std::ranges::all_of(*times, is_number))) {
      problem = problem_of("at", *times, "a list of numbers");
    }
    const auto start = record.find("unixNanoseconds");
    if (!problem.empty() || start == record.end()) return problem;
    const std::int64_t nanoseconds = api::exact_integer<std::int64_t>(*start).value_or(-1);
    if (nanoseconds >= 0 && nanoseconds <= max_start) return {};
    return problem_of("unixNanoseconds", *start, "nanoseconds since 1970, until 2100");
  }
  if (kind != "pod") return {};
  const auto object = record.find("object");
  if (object == record.end() || !object->is_object()) return "object: is missing; accepted: a pod";
  const auto mismatch = types::find_mismatch(types::v1_type(release::newest_release(), "Pod"), *object);
  if (mismatch)
    return fmt::format("object.{}: found {}; accepted: {}", mismatch->path, mismatch->found, mismatch->expected);
  return member_problem(record, "gone", json::value_t::boolean, "true or false");
}

}  // namespace

std::string record_problem(const json& record) {
  const json& time = record.at("t");
  if (!time.is_number() || !(time.get<double>() >= 0 && time.get<double>() <= max_seconds)) {
    return problem_of("t", time, "seconds from 0 on, at most a hundred years");
  }
  std::string problem = member_problem(record, "kind", json::value_t::string, "text");
  if (problem.empty()) problem = member_problem(record, "pod", json::value_t::string, "text");
  if (!problem.empty()) return problem;
  const std::string kind = record.at("kind");
  problem = recorder_problem(record, kind);
  boost::mp11::mp_for_each<boost::mp11::mp_transform<std::type_identity, trace::Payload>>([&](auto type) {
    using Kind = typename decltype(type)::type;
    if (problem.empty() && kind == Kind::kind) problem = payload_problem(record, Kind{});
  });
  return problem;
}

}  // namespace podreel::reproduce
