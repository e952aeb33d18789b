#include "engine/api/label_selector_text.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "engine/api/ascii.hpp"
#include "engine/api/selector_terms.hpp"
#include "engine/api/trimmed.hpp"

namespace podreel::api {

namespace {

bool is_value(std::string_view text) {
  return std::ranges::all_of(text, [](char character) {
    return is_alphanumeric(character) || character == '-' || character == '_' || character == '.';
  });
}

/// Returns whether it is a label's name, with its prefix.
bool is_key(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return !text.empty() && is_value(text);
  const std::string_view name = text.substr(slash + 1);
  return slash > 0 && !name.empty() && is_value(text.substr(0, slash)) && is_value(name);
}

/// Removes `word` from the end of a head such as "env notin"; returns whether it was there.
bool cut_last_word(std::string_view& head, std::string_view word) {
  if (!head.ends_with(' ' + std::string{word})) return false;
  head = trimmed(head.substr(0, head.size() - word.size()));
  return true;
}

/// Parses "env in (a,b)"; `open` is the position of the parenthesis.
std::optional<LabelRequirement> set_requirement(std::string_view term, std::size_t open) {
  if (!term.ends_with(')')) return std::nullopt;
  std::string_view head = trimmed(term.substr(0, open));
  const bool is_negated = cut_last_word(head, "notin");
  if (!is_negated && !cut_last_word(head, "in")) return std::nullopt;
  const std::string_view listed = trimmed(term.substr(open + 1, term.size() - open - 2));
  if (!is_key(head) || listed.empty()) return std::nullopt;
  LabelRequirement requirement{std::string{head}, is_negated ? "NotIn" : "In", {}};
  for (const std::string_view value : selector_terms(listed)) {
    if (!is_value(value)) return std::nullopt;
    requirement.values.emplace_back(value);
  }
  return requirement;
}

std::optional<LabelRequirement> requirement_in(std::string_view term) {
  if (const std::optional<SelectorComparison> compared = selector_comparison(term)) {
    if (!is_key(compared->name) || !is_value(compared->value)) return std::nullopt;
    return LabelRequirement{
        std::string{compared->name}, compared->is_negated ? "NotIn" : "In", {std::string{compared->value}}};
  }
  if (const std::size_t open = term.find('('); open != std::string_view::npos) return set_requirement(term, open);
  const bool is_negated = term.starts_with('!');
  const std::string_view key = is_negated ? trimmed(term.substr(1)) : term;
  if (!is_key(key)) return std::nullopt;
  return LabelRequirement{std::string{key}, is_negated ? "DoesNotExist" : "Exists", {}};
}

}  // namespace

ParsedLabelSelector parse_label_selector(std::string_view text) {
  ParsedLabelSelector parsed;
  if (trimmed(text).empty()) return parsed;
  for (const std::string_view term : selector_terms(text)) {
    std::optional<LabelRequirement> requirement = requirement_in(term);
    if (!requirement) {
      parsed.malformed = term.empty() ? text : term;
      return parsed;
    }
    parsed.selector.match_expressions.push_back(*std::move(requirement));
  }
  return parsed;
}

}  // namespace podreel::api
