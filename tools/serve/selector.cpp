#include "tools/serve/selector.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "scenarios/cluster/model/pod_constraints.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// Splits at commas outside of parentheses.
std::vector<std::string_view> terms_of(std::string_view text) {
  std::vector<std::string_view> terms;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && text[at] == '(') ++depth;
    if (at < text.size() && text[at] == ')') --depth;
    if (at < text.size() && (text[at] != ',' || depth > 0)) continue;
    const std::string_view term = trimmed(text.substr(begin, at - begin));
    if (!term.empty()) terms.push_back(term);
    begin = at + 1;
  }
  return terms;
}

struct Comparison {
  std::string_view name;
  std::string_view value;
  bool is_negated;
};

std::optional<Comparison> comparison_of(std::string_view term) {
  const std::size_t equals = term.find('=');
  if (equals == std::string_view::npos || equals == 0) return {};
  const bool is_negated = term[equals - 1] == '!';
  std::string_view value = term.substr(equals + 1);
  if (value.starts_with('=')) value.remove_prefix(1);
  return Comparison{trimmed(term.substr(0, equals - (is_negated ? 1 : 0))), trimmed(value), is_negated};
}

/// Returns the text of a field such as "spec.nodeName"; empty or "false" if it does not exist.
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

/// Parses "in (a,b)" or "notin (c)". Throws StatusError if it is malformed.
api::LabelRequirement set_requirement(std::string_view text, std::size_t open) {
  const std::string_view head = trimmed(text.substr(0, open));
  const bool is_negated = head.ends_with(" notin");
  if ((!is_negated && !head.ends_with(" in")) || !text.ends_with(')')) {
    throw bad_request(fmt::format("unable to parse requirement: found '{}'", text));
  }
  api::LabelRequirement requirement{std::string{head.substr(0, head.find(' '))}, is_negated ? "NotIn" : "In", {}};
  for (const std::string_view value : terms_of(text.substr(open + 1, text.size() - open - 2))) {
    requirement.values.emplace_back(value);
  }
  if (requirement.values.empty()) requirement.operator_name = is_negated ? "DoesNotExist" : "Exists";
  return requirement;
}

api::LabelRequirement label_requirement(std::string_view text) {
  if (const auto compared = comparison_of(text)) {
    return {std::string{compared->name}, compared->is_negated ? "NotIn" : "In", {std::string{compared->value}}};
  }
  if (const std::size_t open = text.find('('); open != std::string_view::npos) return set_requirement(text, open);
  const bool is_negated = text.starts_with('!');
  if (is_negated) text.remove_prefix(1);
  if (text.empty() || text.find(' ') != std::string_view::npos) {
    throw bad_request(fmt::format("unable to parse requirement: found '{}'", text));
  }
  return {std::string{text}, is_negated ? "DoesNotExist" : "Exists", {}};
}

}  // namespace

void Selector::add_fields(std::string_view text, std::span<const std::string_view> known) {
  for (const std::string_view term : terms_of(text)) {
    const auto compared = comparison_of(term);
    if (!compared) throw bad_request(fmt::format("invalid field selector: '{}'; can't understand '{}'", text, term));
    if (std::ranges::find(known, compared->name) == known.end()) {
      throw bad_request(fmt::format("field label not supported: {}", compared->name));
    }
    fields_.push_back({std::string{compared->name}, std::string{compared->value}, compared->is_negated});
  }
}

void Selector::add_labels(std::string_view text) {
  for (const std::string_view term : terms_of(text)) labels_.match_expressions.push_back(label_requirement(term));
}

bool Selector::matches(const json& object) const {
  if (!namespace_.empty() && object.at("metadata").value("namespace", "") != namespace_) return false;
  const bool fields_match = std::ranges::all_of(fields_, [&object](const FieldRequirement& field) {
    return (field_of(object, field.path) == field.value) != field.is_negated;
  });
  if (!fields_match || labels_.match_expressions.empty()) return fields_match;
  return labels_.matches(cluster::labels_of(object));
}

}  // namespace podreel::serve
