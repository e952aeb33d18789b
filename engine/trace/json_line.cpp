#include "engine/trace/json_line.hpp"

#include <algorithm>
#include <array>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "engine/api/printable.hpp"
#include "engine/trace/json_status.hpp"
#include "engine/trace/json_text.hpp"

namespace podreel::trace {

namespace {

/// Members carry the names of the recordings' fields, but for these.
constexpr std::string_view json_key(std::string_view member) {
  if (member == "field_path") return "fieldPath";
  if (member == "old_state") return "old";
  if (member == "new_state") return "new";
  if (member == "dur") return "dur_ms";
  if (member == "cpu_quota") return "cpuQuota";
  if (member == "cpu_shares") return "cpuShares";
  if (member == "for_time") return "for_s";
  return member;
}

void append_value(std::string& out, std::string_view /*key*/, const std::string& value) {
  append_json_string(out, value);
}

void append_value(std::string& out, std::string_view /*key*/, bool value) {
  out += value ? "true" : "false";
}

template <std::integral Number>
void append_value(std::string& out, std::string_view /*key*/, Number value) {
  append_number(out, static_cast<std::int64_t>(value));
}

void append_value(std::string& out, std::string_view key, sim::Duration value) {
  const auto microseconds = std::chrono::floor<std::chrono::microseconds>(value).count();
  append_decimal(out, microseconds, key.ends_with("_ms") ? 3 : 6);
}

void append_value(std::string& out, std::string_view /*key*/, const nlohmann::ordered_json& value) {
  out += api::printable_json(value);
}

template <class Value>
void append_field(std::string& out, std::string_view key, const Value& value) {
  append_json_key(out, key);
  append_value(out, key, value);
}

template <class Value>
void append_field(std::string& out, std::string_view key, const std::optional<Value>& value) {
  if (value) append_field(out, key, *value);
}

void append_field(std::string& out, std::string_view key, const Explanation& value) {
  if (value != nullptr) append_field(out, key, *value);
}

template <class Kind>
struct MemberWriter {
  std::string_view key;
  void (*append)(std::string& out, std::string_view key, const Kind& record) = nullptr;
};

template <class Kind, class Member>
void append_member(std::string& out, std::string_view key, const Kind& record) {
  append_field(out, key, record.*Member::pointer);
}

template <class Kind>
constexpr auto sorted_fields() {
  using Members = boost::describe::describe_members<Kind, boost::describe::mod_public>;
  std::array<MemberWriter<Kind>, boost::mp11::mp_size<Members>::value> fields{};
  std::size_t index = 0;
  boost::mp11::mp_for_each<Members>([&](auto member) {
    fields[index++] = {json_key(member.name), &append_member<Kind, decltype(member)>};
  });
  std::sort(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  return fields;
}

template <class Kind>
void append_fields(std::string& out, const Kind& record) {
  static constexpr auto fields = sorted_fields<Kind>();
  for (const MemberWriter<Kind>& field : fields) field.append(out, field.key, record);
}

/// The API returns `null` where an event names no field.
void append_fields(std::string& out, const EventWrite& write) {
  append_field(out, "count", write.count);
  if (write.field_path && !write.field_path->empty()) {
    append_field(out, "fieldPath", *write.field_path);
  } else {
    out += ",\"fieldPath\":null";
  }
  append_field(out, "message", write.message);
  append_field(out, "op", write.op);
  append_field(out, "reason", write.reason);
  append_field(out, "type", write.type);
}

void append_fields(std::string& out, const Status& status) {
  append_json_status(out, status);
  append_field(out, "explanation", status.explanation);
}

}  // namespace

void append_json_line(std::string& out, const Record& record, sim::Time start) {
  out += "{\"t\":";
  const auto microseconds = std::chrono::floor<std::chrono::microseconds>(record.time - start).count();
  append_decimal(out, microseconds, 6, 1);
  std::visit(
      [&](const auto& payload) {
        out += ",\"kind\":\"";
        out += std::remove_cvref_t<decltype(payload)>::kind;
        out += '"';
        if (!record.pod.empty()) append_field(out, "pod", record.pod);
        append_fields(out, payload);
      },
      record.payload);
  out += '}';
}

}  // namespace podreel::trace
