#include "tools/serve/wire_values.hpp"

#include <array>
#include <fmt/format.h>

#include "engine/api/base64.hpp"
#include "engine/api/document.hpp"
#include "engine/api/timestamp.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;
using protozero::pbf_wire_type;

void accept_wire_type(const protozero::pbf_reader& reader, pbf_wire_type accepted) {
  if (reader.has_wire_type(accepted)) return;
  throw WireError{fmt::format("proto: wrong wireType = {}; accepted: {}", static_cast<unsigned>(reader.wire_type()),
                              static_cast<unsigned>(accepted))};
}

std::int64_t integer_of(protozero::pbf_reader& reader) {
  accept_wire_type(reader, pbf_wire_type::varint);
  return reader.get_int64();
}

/// Fields 1 to 3 of a message, which hold numbers and texts.
struct WireParts {
  std::array<std::int64_t, 4> numbers{};
  std::string text{};
  bool is_empty = true;
};

WireParts wire_parts_of(protozero::pbf_reader& around) {
  WireParts parts;
  const std::string_view bytes = bytes_of(around);
  protozero::pbf_reader reader{bytes.data(), bytes.size()};
  while (reader.next()) {
    parts.is_empty = false;
    if (reader.has_wire_type(pbf_wire_type::length_delimited)) {
      parts.text = bytes_of(reader);
    } else if (reader.has_wire_type(pbf_wire_type::varint) && reader.tag() < parts.numbers.size()) {
      parts.numbers.at(reader.tag()) = integer_of(reader);
    } else {
      reader.skip();
    }
  }
  return parts;
}

/// Reads Time or MicroTime (meta/v1): seconds and nanoseconds.
json time_of(protozero::pbf_reader& reader, bool has_fraction) {
  constexpr std::int64_t zero_of_go = -62'135'596'800;
  constexpr std::int64_t farthest = 9'000'000'000;
  constexpr std::int64_t second = 1'000'000'000;
  constexpr std::int64_t micro = 1'000;
  const WireParts parts = wire_parts_of(reader);
  const std::int64_t seconds = parts.numbers[1];
  const std::int64_t nanoseconds = parts.numbers[2];
  if (parts.is_empty || seconds == zero_of_go) return nullptr;
  if (seconds < -farthest || seconds > farthest) {
    throw WireError{fmt::format("found {} seconds since 1970; accepted: up to {} before and after", seconds, farthest)};
  }
  if (nanoseconds < 0 || nanoseconds >= second) {
    throw WireError{fmt::format("found {} nanoseconds of a second; accepted: 0 to {}", nanoseconds, second - 1)};
  }
  std::string text = api::format_timestamp(sim::from_unix_seconds(seconds));
  if (has_fraction) text.insert(text.size() - 1, fmt::format(".{:06}", nanoseconds / micro));
  return text;
}

/// Reads util/intstr: its type, a number and a text.
json int_or_text_of(protozero::pbf_reader& reader) {
  WireParts parts = wire_parts_of(reader);
  constexpr std::int64_t is_number = 0;
  if (parts.numbers[1] == is_number) return parts.numbers[2];
  return std::move(parts.text);
}

/// Reads FieldsV1 (meta/v1), which is JSON.
json field_set_of(protozero::pbf_reader& reader) {
  const WireParts parts = wire_parts_of(reader);
  if (parts.text.empty()) return nullptr;
  const api::LoadedFile loaded = api::load_documents(parts.text, "fieldsV1.json");
  if (!loaded.problems.empty()) throw WireError{api::to_string(loaded.problems.front())};
  return loaded.documents.empty() ? json{} : api::to_json(loaded.documents.front());
}

}  // namespace

std::string_view bytes_of(protozero::pbf_reader& reader) {
  accept_wire_type(reader, pbf_wire_type::length_delimited);
  const protozero::data_view view = reader.get_view();
  return {view.data(), view.size()};
}

json wire_value(WireKind kind, protozero::pbf_reader& reader) {
  switch (kind) {
    case WireKind::boolean:
      return integer_of(reader) != 0;
    case WireKind::bytes:
      return api::base64(bytes_of(reader));
    case WireKind::field_set:
      return field_set_of(reader);
    case WireKind::int_or_text:
      return int_or_text_of(reader);
    case WireKind::integer:
      return integer_of(reader);
    case WireKind::micro_time:
      return time_of(reader, true);
    case WireKind::quantity:
      return wire_parts_of(reader).text;
    case WireKind::text:
      return std::string{bytes_of(reader)};
    case WireKind::time:
      return time_of(reader, false);
    case WireKind::message:
      break;
  }
  return {};
}

json kept_value(WireKind kind) {
  if (kind == WireKind::message) return json::object();
  return kind == WireKind::time ? json{} : json("");
}

}  // namespace podreel::serve
