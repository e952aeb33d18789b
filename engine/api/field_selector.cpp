#include "engine/api/field_selector.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/api/selector_terms.hpp"

namespace podreel::api {

namespace {

using nlohmann::json;

/// Returns the text of a field such as "spec.nodeName".
std::string field_of(const json& object, std::string_view path) {
  const bool is_flag = path == "spec.unschedulable" || path == "spec.hostNetwork";
  const std::string absent = is_flag ? "false" : "";
  if (path == "source") path = "source.component";
  const json* at = &object;
  while (!path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    if (!at->is_object()) return absent;
    const auto member = at->find(std::string{path.substr(0, dot)});
    if (member == at->end()) return absent;
    at = &*member;
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  if (at->is_string()) return at->get<std::string>();
  return at->is_primitive() && !at->is_null() ? at->dump() : std::string{};
}

}  // namespace

bool FieldSelector::matches(const json& object) const {
  return std::ranges::all_of(requirements, [&object](const Requirement& field) {
    return (field_of(object, field.path) == field.value) != field.is_negated;
  });
}

ParsedFieldSelector parse_field_selector(std::string_view text) {
  ParsedFieldSelector parsed;
  for (const std::string_view term : selector_terms(text)) {
    if (term.empty()) continue;
    const std::optional<SelectorComparison> compared = selector_comparison(term);
    if (!compared) {
      parsed.malformed = term;
      return parsed;
    }
    parsed.selector.requirements.push_back(
        {std::string{compared->name}, std::string{compared->value}, compared->is_negated});
  }
  return parsed;
}

}  // namespace podreel::api
