#include "scenarios/reproduce/recording/record_from_json.hpp"

#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <chrono>
#include <cmath>
#include <concepts>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "engine/api/json_integer.hpp"
#include "engine/trace/record_fields.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

void read_value(const json& field, std::string_view /*key*/, std::string& value) {
  if (field.is_string()) value = field.get<std::string>();
}

void read_value(const json& field, std::string_view /*key*/, bool& value) {
  if (field.is_boolean()) value = field.get<bool>();
}

template <std::integral Number>
void read_value(const json& field, std::string_view /*key*/, Number& value) {
  if (const auto number = api::exact_integer<Number>(field)) value = *number;
}

/// Reads milliseconds or seconds, as the key says.
void read_value(const json& field, std::string_view key, sim::Duration& value) {
  if (!field.is_number()) return;
  const double microseconds_of_unit = key.ends_with("_ms") ? 1e3 : 1e6;
  value = std::chrono::microseconds{std::llround(field.get<double>() * microseconds_of_unit)};
}

/// Explanations are not read.
void read_value(const json& /*field*/, std::string_view /*key*/, trace::Explanation& /*value*/) {}

template <class Value>
void read_value(const json& field, std::string_view key, std::optional<Value>& value) {
  if (field.is_null()) return;
  Value read{};
  read_value(field, key, read);
  value = std::move(read);
}

template <class Kind>
void read_members(const json& line, Kind& payload) {
  using Members = boost::describe::describe_members<Kind, boost::describe::mod_public>;
  boost::mp11::mp_for_each<Members>([&](auto member) {
    const std::string_view key = trace::json_key(member.name);
    const auto field = line.find(key);
    if (field != line.end()) read_value(*field, key, payload.*decltype(member)::pointer);
  });
}

void read_members(const json& /*line*/, trace::Status& /*payload*/) {}

/// Returns the payload of the kind; no value if there is no such kind.
std::optional<trace::Payload> payload_of(const json& line, std::string_view kind) {
  std::optional<trace::Payload> found;
  boost::mp11::mp_for_each<boost::mp11::mp_transform<std::type_identity, trace::Payload>>([&](auto type) {
    using Kind = typename decltype(type)::type;
    if (found || kind != Kind::kind) return;
    Kind payload{};
    read_members(line, payload);
    found = std::move(payload);
  });
  return found;
}

}  // namespace

sim::Duration time_in(const json& line) {
  constexpr double microseconds_of_second = 1e6;
  return std::chrono::microseconds{std::llround(line.value("t", 0.0) * microseconds_of_second)};
}

std::optional<trace::Record> record_from_json(const json& line, sim::Time start) {
  auto payload = payload_of(line, line.value("kind", ""));
  if (!payload) return std::nullopt;
  return trace::Record{start + time_in(line), line.value("pod", ""), *std::move(payload)};
}

}  // namespace podreel::reproduce
