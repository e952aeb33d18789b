// Conversion of JSON Schemas to a page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace podreel::cli {

/// Returns Markdown with a section for every definition, in the order of first reference. A section has a table of
/// fields, followed by the fields that have an example and the values that have a meaning. A definition of several
/// schemas appears once, at its first position.
[[nodiscard]] std::string schema_page(const std::vector<nlohmann::ordered_json>& schemas);

}  // namespace podreel::cli
