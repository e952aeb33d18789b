#include "engine/types/go_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utf8cpp/utf8.h>

#include "engine/api/json_member.hpp"
#include "engine/api/quantity.hpp"
#include "engine/types/go_value.hpp"
#include "engine/types/go_value_walk.hpp"

namespace podreel::types {

namespace {

using Json = nlohmann::json;

/// Returns the escape of an ASCII character, or empty if it needs none.
std::string ascii_escape(unsigned char character, JsonEscapes escapes) {
  const bool short_control = escapes == JsonEscapes::short_control;
  switch (character) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    case '\b':
      return short_control ? "\\b" : "\\u0008";
    case '\f':
      return short_control ? "\\f" : "\\u000c";
    case '<':
    case '>':
    case '&':
      return fmt::format("\\u{:04x}", character);
    default:
      return character < ' ' ? fmt::format("\\u{:04x}", character) : "";
  }
}

bool needs_no_escape(std::string_view text) {
  for (const char raw : text) {
    const auto character = static_cast<unsigned char>(raw);
    if (character < ' ' || character >= 0x80) return false;
    if (raw == '"' || raw == '\\' || raw == '<' || raw == '>' || raw == '&') return false;
  }
  return true;
}

class JsonPrinter {
 public:
  static constexpr char separator = ',';
  static constexpr std::string_view nil = "null";
  static constexpr char opens_map = '{';
  static constexpr char closes_map = '}';
  static constexpr bool flattens_inlined = true;

  JsonPrinter(JsonEscapes escapes, std::string& out) : escapes_{escapes}, out_{out} {}

  [[nodiscard]] static bool omits(const Field& field, const Json* value) {
    return field.omit_empty && is_empty(*field.type, value);
  }
  [[nodiscard]] static const std::string& name_of(const Field& field) { return field.json; }
  void label(const Field& field) { key(field.json); }
  void key(std::string_view key) {
    string(key);
    out_ += ':';
  }

  void integer(std::int64_t value) { fmt::format_to(std::back_inserter(out_), "{}", value); }
  void string(std::string_view text) { write_go_string(text, escapes_, out_); }
  void quantity(const Json* value, bool /*is_in_map*/) { string(go_quantity(value).text()); }
  void int_or_string(const Json* value) {
    value != nullptr && value->is_string() ? string(api::string_of(value)) : integer(api::integer_of(value));
  }
  void time(const Json* value) { raw_json(value); }
  void raw_json(const Json* value) { out_ += value == nullptr ? std::string{nil} : value->dump(); }

 private:
  JsonEscapes escapes_;
  std::string& out_;
};

/// Appends one character, which begins at `at`, and moves behind it.
void write_character(std::string_view::const_iterator& at, std::string_view::const_iterator end, JsonEscapes escapes,
                     std::string& out) {
  constexpr std::uint32_t line_separator = 0x2028;
  constexpr std::uint32_t paragraph_separator = 0x2029;
  if (static_cast<unsigned char>(*at) < 0x80) {
    const std::string escape = ascii_escape(static_cast<unsigned char>(*at), escapes);
    escape.empty() ? void(out += *at) : void(out += escape);
    ++at;
    return;
  }
  const auto sequence_end = at + std::min<std::ptrdiff_t>(end - at, 4);
  if (utf8::find_invalid(at, sequence_end) == at) {
    out += "\\ufffd";
    ++at;
    return;
  }
  auto next = at;
  const std::uint32_t code = utf8::unchecked::next(next);
  if (code == line_separator || code == paragraph_separator) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(code));
  } else {
    out.append(at, next);
  }
  at = next;
}

}  // namespace

void write_go_string(std::string_view text, JsonEscapes escapes, std::string& out) {
  out += '"';
  if (needs_no_escape(text)) {
    out += text;
  } else {
    for (auto at = text.begin(); at != text.end();) write_character(at, text.end(), escapes, out);
  }
  out += '"';
}

void write_go_json(const Type& type, const Json& value, JsonEscapes escapes, std::string& out, FieldMarks* marks) {
  JsonPrinter printer{escapes, out};
  GoValueWalk{printer, out, marks}.visit(type, value.is_null() ? nullptr : &value);
}

}  // namespace podreel::types
