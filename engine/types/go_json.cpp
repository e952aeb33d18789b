#include "engine/types/go_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utf8cpp/utf8.h>

#include "engine/api/json_member.hpp"
#include "engine/api/quantity.hpp"
#include "engine/types/go_value.hpp"

namespace podreel::types {

namespace {

using Json = nlohmann::json;

/// The escape of an ASCII character, or empty if it stands for itself.
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

class JsonWriter {
 public:
  JsonWriter(JsonEscapes escapes, std::string& out, FieldMarks* marks) : escapes_(escapes), out_(out), path_(marks) {}

  void print(const Type& type, const Json* value) {
    switch (type.kind) {
      case Kind::boolean:
        out_ += api::bool_of(value) ? "true" : "false";
        return;
      case Kind::integer:
        fmt::format_to(std::back_inserter(out_), "{}", api::integer_of(value));
        return;
      case Kind::string:
        return string(api::string_of(value));
      case Kind::structure:
        out_ += '{';
        members(type, value, true);
        out_ += '}';
        return;
      case Kind::pointer:
        return value == nullptr ? void(out_ += "null") : print(*type.element, value);
      case Kind::list:
        return list(type, value);
      case Kind::map:
        return map(type, value);
      case Kind::quantity:
        return string(go_quantity(value).text());
      case Kind::int_or_string:
        return int_or_string(value);
      case Kind::time:
      case Kind::raw_json:
        out_ += value == nullptr ? "null" : value->dump();
        return;
    }
  }

 private:
  /// The members without braces: those of an inlined field join the ones around it. Returns whether none was written.
  bool members(const Type& type, const Json* value, bool first) {
    for (const Field& field : type.fields) {
      const Json* found = field_value(field, value);
      if (field.inlined) {
        first = members(*field.type, found, first);
        continue;
      }
      if (field.omit_empty && is_empty(*field.type, found)) continue;
      if (!first) out_ += ',';
      first = false;
      const std::size_t outer = path_.enter_field(field.json, out_.size());
      string(field.json);
      out_ += ':';
      print(*field.type, found);
      path_.leave(outer);
    }
    return first;
  }

  void list(const Type& type, const Json* value) {
    if (value == nullptr || !value->is_array()) {
      out_ += "null";
      return;
    }
    out_ += '[';
    path_.for_each_element(*value, ',', out_,
                           [&](const std::string&, const Json* element) { print(*type.element, element); });
    out_ += ']';
  }

  void map(const Type& type, const Json* value) {
    if (value == nullptr || !value->is_object()) {
      out_ += "null";
      return;
    }
    out_ += '{';
    path_.for_each_element(*value, ',', out_, [&](const std::string& key, const Json* element) {
      string(key);
      out_ += ':';
      print(*type.element, element);
    });
    out_ += '}';
  }

  void int_or_string(const Json* value) {
    if (value != nullptr && value->is_string()) return string(api::string_of(value));
    fmt::format_to(std::back_inserter(out_), "{}", api::integer_of(value));
  }

  void string(std::string_view text) { write_go_string(text, escapes_, out_); }

  JsonEscapes escapes_;
  std::string& out_;
  FieldPath path_;
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
  JsonWriter{escapes, out, marks}.print(type, value.is_null() ? nullptr : &value);
}

}  // namespace podreel::types
