#include "tools/text/yaml_text.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/api/ascii.hpp"
#include "engine/api/lower_case.hpp"
#include "engine/api/printable.hpp"

namespace podreel::cli {

namespace {

using Json = nlohmann::ordered_json;

bool begins_plainly(char c) {
  return api::is_letter(c) || c == '_' || c == '/';
}

/// Returns whether some version of YAML reads a word as a boolean or as null.
bool is_reserved(std::string_view text) {
  constexpr std::array<std::string_view, 9> words{"true", "false", "null", "yes", "no", "on", "off", "y", "n"};
  return std::ranges::find(words, api::lower_case(std::string{text})) != words.end();
}

/// Returns whether the text is a duration such as "2m30s", which no version of YAML reads as a number.
bool is_duration(std::string_view text) {
  constexpr std::string_view units = "hmsun";
  const auto is_part = [units](char c) { return api::is_digit(c) || c == '.' || units.find(c) != units.npos; };
  return !text.empty() && api::is_digit(text.front()) && std::ranges::all_of(text, is_part) &&
         units.substr(0, 3).find(text.back()) != units.npos;
}

/// Returns whether the text can be written as a block unchanged.
bool is_block(const Json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return text.size() > 1 && text.ends_with('\n') && !text.ends_with("\n\n") && text.front() != ' ' &&
         text.front() != '\n' && api::printable_text(text) == text;
}

/// Returns whether every YAML reader reads the text as the same string: letters first, then letters, digits and single
/// inner spaces.
bool needs_no_quotes(std::string_view text) {
  if (text.empty() || !begins_plainly(text.front()) || text.back() == ' ' || is_reserved(text)) return false;
  return std::ranges::all_of(
      text, [](char c) { return begins_plainly(c) || api::is_digit(c) || c == '.' || c == '-' || c == ' '; });
}

std::string scalar(const Json& value) {
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    if (needs_no_quotes(text) || is_duration(text)) return text;
  }
  return api::printable_json(value);
}

void write(const Json& value, std::size_t indent, bool on_marker_line, std::string& text);

void write_block(std::string_view lines, std::size_t indent, std::string& text) {
  text += " |\n";
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    if (end > 0) text.append(indent, ' ').append(lines.substr(0, end));
    text += '\n';
    lines.remove_prefix(end + 1);
  }
}

void write_members(const Json& object, std::size_t indent, bool on_marker_line, std::string& text) {
  for (const auto& [key, member] : object.items()) {
    if (!on_marker_line) text.append(indent, ' ');
    on_marker_line = false;
    text += scalar(key) + ':';
    if (is_block(member)) {
      write_block(member.get_ref<const std::string&>(), indent + 2, text);
    } else if (member.is_structured() && !member.empty()) {
      text += '\n';
      write(member, member.is_object() ? indent + 2 : indent, false, text);
    } else {
      text += ' ' + scalar(member) + '\n';
    }
  }
}

void write(const Json& value, std::size_t indent, bool on_marker_line, std::string& text) {
  if (value.is_object() && !value.empty()) return write_members(value, indent, on_marker_line, text);
  if (value.is_array() && !value.empty()) {
    for (const Json& item : value) {
      if (!on_marker_line) text.append(indent, ' ');
      on_marker_line = false;
      text += "- ";
      write(item, indent + 2, true, text);
    }
    return;
  }
  if (!on_marker_line) text.append(indent, ' ');
  text += scalar(value) + '\n';
}

}  // namespace

std::string yaml_text(const Json& document) {
  std::string text;
  write(document, 0, false, text);
  return text;
}

}  // namespace podreel::cli
