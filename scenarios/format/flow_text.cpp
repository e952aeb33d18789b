#include "scenarios/format/flow_text.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/predicate.hpp>
#include <nlohmann/json.hpp>

namespace podreel::format {

namespace {

/// Words that YAML 1.1 reads as null or a boolean, in any case.
constexpr std::array words_of_yaml{"null", "~", "true", "false", "yes", "no", "on", "off", "y", "n"};

/// Whether a string without quotes in flow style is read as the same string.
bool is_plain(const std::string& text) {
  constexpr std::string_view unsafe = "{}[],:#&*!|>'\"%@`?";
  if (text.empty() || text.front() == ' ' || text.back() == ' ' || text.front() == '-') return false;
  if (text.find_first_of(unsafe) != std::string::npos) return false;
  if (std::ranges::any_of(words_of_yaml, [&text](const char* word) { return boost::iequals(text, word); }))
    return false;
  const bool number_like = text.find_first_not_of("0123456789.+-eExX_") == std::string::npos;
  return !number_like && text.find('\n') == std::string::npos;
}

}  // namespace

std::string flow_text(const api::Tree& node) {
  using Kind = api::Tree::Kind;
  std::string result;
  switch (node.kind) {
    case Kind::null:
      return "null";
    case Kind::string:
      return is_plain(node.text) ? node.text : nlohmann::json(node.text).dump();
    case Kind::list:
      for (const api::Tree& item : node.items) result += (result.empty() ? "" : ", ") + flow_text(item);
      return "[" + result + "]";
    case Kind::map:
      for (const auto& [key, mark, value] : node.members) {
        result += (result.empty() ? "" : ", ") + key + ": " + flow_text(value);
      }
      return "{" + result + "}";
    case Kind::boolean:
    case Kind::integer:
    case Kind::real:
      break;
  }
  return node.text;
}

}  // namespace podreel::format
