#include "tools/serve/selector.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/label_selector_text.hpp"
#include "engine/api/object_labels.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

/// Resources that are selected by their metadata alone have no conversion of their own, and so another text
/// (runtime.DefaultMetaV1FieldSelectorConversion).
std::string unknown_field(std::string_view path, std::span<const std::string_view> known) {
  if (std::ranges::all_of(known, [](std::string_view label) { return label.starts_with("metadata."); })) {
    return fmt::format(R"("{}" is not a known field selector: only "{}")", path, fmt::join(known, R"(", ")"));
  }
  return fmt::format("field label not supported: {}", path);
}

}  // namespace

void Selector::add_fields(std::string_view text, std::span<const std::string_view> known) {
  api::ParsedFieldSelector parsed = api::parse_field_selector(text);
  if (!parsed.malformed.empty()) {
    throw bad_request(fmt::format("invalid field selector: '{}'; can't understand '{}'", text, parsed.malformed));
  }
  for (api::FieldSelector::Requirement& field : parsed.selector.requirements) {
    if (std::ranges::find(known, field.path) == known.end()) {
      throw bad_request(unknown_field(field.path, known));
    }
    fields_.requirements.push_back(std::move(field));
  }
}

void Selector::add_labels(std::string_view text) {
  api::ParsedLabelSelector parsed = api::parse_label_selector(text);
  if (!parsed.malformed.empty()) {
    throw bad_request(fmt::format("unable to parse requirement: found '{}'", parsed.malformed));
  }
  for (api::LabelRequirement& requirement : parsed.selector.match_expressions) {
    labels_.match_expressions.push_back(std::move(requirement));
  }
}

bool Selector::matches(const nlohmann::json& object) const {
  if (!namespace_.empty() && object.at("metadata").value("namespace", "") != namespace_) return false;
  if (!fields_.matches(object)) return false;
  return labels_.match_expressions.empty() || labels_.matches(api::labels_of(object));
}

}  // namespace podreel::serve
