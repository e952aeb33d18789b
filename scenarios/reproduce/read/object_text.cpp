#include "scenarios/reproduce/read/object_text.hpp"

#include <algorithm>
#include <array>

#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::size_t max_bytes = 16U << 20U;

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// Whether the YAML line begins an object, its status or that of a container.
bool begins_yaml(std::string_view text) {
  constexpr std::array<std::string_view, 17> keys{"apiVersion:",
                                                  "- apiVersion:",
                                                  "- kind:",
                                                  "kind:",
                                                  "status:",
                                                  "metadata:",
                                                  "spec:",
                                                  "containerStatuses:",
                                                  "initContainerStatuses:",
                                                  "lastState:",
                                                  "phase:",
                                                  "state:",
                                                  "- containerID:",
                                                  "message:",
                                                  "reason:",
                                                  "conditions:",
                                                  "hostIP:"};
  return std::ranges::any_of(keys, [text](std::string_view key) { return text.starts_with(key); });
}

/// Whether the line begins a part of an object in JSON.
bool begins_member(std::string_view text) {
  constexpr std::array<std::string_view, 8> keys{
      "\"status\"", "\"lastState\"", "\"state\"", "\"containerStatuses\"",
      "\"spec\"",   "\"metadata\"",  "\"items\"", "\"initContainerStatuses\""};
  const bool is_known = std::ranges::any_of(keys, [text](std::string_view key) { return text.starts_with(key); });
  return is_known && (text.ends_with('{') || text.ends_with('['));
}

/// Whether the line begins with "{", "{"key" …", "[" or "[{". Excludes text that describe has cut:
/// `{"apiVersion":"v1","kind":"Pod",...`.
bool begins_json(std::string_view text) {
  if (text.ends_with("...")) return false;
  if (text.starts_with('[')) {
    const std::string_view item = trimmed(text.substr(1));
    return item.empty() || item.starts_with('{');
  }
  if (!text.starts_with('{')) return false;
  const std::string_view rest = trimmed(text.substr(1));
  constexpr std::string_view values{"\"}[{"};
  return rest.empty() || values.find(rest.front()) != std::string_view::npos;
}

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Returns the largest pairs of braces.
std::vector<Span> complete_spans(std::string_view text, bool in_string) {
  std::vector<std::size_t> open;
  std::vector<Span> complete;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (in_string && letter == '\\') {
      ++at;
    } else if (letter == '"') {
      in_string = !in_string;
    } else if (!in_string && letter == '{') {
      open.push_back(at);
    } else if (!in_string && letter == '}' && !open.empty()) {
      const std::size_t begin = open.back();
      open.pop_back();
      while (!complete.empty() && complete.back().begin > begin) complete.pop_back();
      complete.push_back({begin, at + 1});
    }
  }
  return complete;
}

}  // namespace

bool ObjectText::begin(std::string_view line) {
  const std::string_view text = trimmed(line);
  is_member_ = begins_member(text);
  is_json_ = is_member_ || begins_json(text);
  if (!is_json_ && !begins_yaml(text)) return false;
  indent_ = indent_of(line);
  depth_ = 0;
  in_string_ = false;
  append(line);
  return true;
}

bool ObjectText::take(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text_.size() + line.size() > max_bytes || text.starts_with("```")) return false;
  if (is_json_) {
    if (depth_ == 0) return false;
  } else if (!text.empty()) {
    const std::size_t indent = indent_of(line);
    const bool is_sibling = indent == indent_ && (begins_yaml(text) || text.starts_with("items:") ||
                                                  text.starts_with("- ") || text.starts_with("---"));
    const std::size_t colon = text.find(": ");
    const bool is_key = indent == indent_ && (colon != std::string_view::npos || text.ends_with(':')) &&
                        text.find(' ') >= std::min(colon, text.size() - 1);
    if (indent <= indent_ && !is_sibling && !(indent_ > 0 && is_key)) return false;
  }
  append(line);
  return true;
}

void ObjectText::append(std::string_view line) {
  if (is_json_) count_brackets(line);
  const std::size_t taken_off = is_json_ ? 0 : std::min(indent_, indent_of(line));
  text_.append(line.substr(taken_off)).append("\n");
}

void ObjectText::count_brackets(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char letter = line[at];
    if (in_string_) {
      if (letter == '\\') ++at;
      if (letter == '"') in_string_ = false;
    } else if (letter == '"') {
      in_string_ = true;
    } else if (letter == '{' || letter == '[') {
      ++depth_;
    } else if (letter == '}' || letter == ']') {
      --depth_;
    }
  }
}

std::string ObjectText::release() {
  std::string text = std::move(text_);
  text_.clear();
  if (!is_member_) return text;
  text.erase(text.find_last_not_of(" \n,") + 1);
  return "{" + text + "}";
}

std::string closed_json(std::string_view text) {
  std::string open;
  // The last complete value, and the brackets that were open there: later ones only follow them.
  std::size_t end = 0;
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (in_string) {
      if (letter == '\\') ++at;
      if (letter == '"') in_string = false;
      continue;
    }
    if (letter == '"') in_string = true;
    if (letter == '{' || letter == '[') open += letter == '{' ? '}' : ']';
    const bool ends_value = letter == '}' || letter == ']';
    if (ends_value && (open.empty() || open.back() != letter)) break;
    if (ends_value) open.pop_back();
    if (!ends_value && letter != ',') continue;
    end = at + (ends_value ? 1 : 0);
    depth = open.size();
  }
  open.resize(depth);
  std::string closed{text.substr(0, end)};
  closed.append(open.rbegin(), open.rend());
  return closed;
}

std::vector<std::string> complete_objects(std::string_view text) {
  std::vector<std::string> found;
  // The front may be cut inside or outside a string.
  for (const bool begins_in_string : {false, true}) {
    for (const Span& span : complete_spans(text, begins_in_string))
      found.emplace_back(text.substr(span.begin, span.end - span.begin));
  }
  return found;
}

}  // namespace podreel::reproduce
