// JSON Schemas as a page to read.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace podreel::cli {

/// Markdown: a section for every definition, in the order in which they are first referred to, with a table of its
/// fields; those whose description has an example, and values that have a meaning, stand below it. What several schemas
/// define stands where the first does.
[[nodiscard]] std::string schema_page(const std::vector<nlohmann::ordered_json>& schemas);

}  // namespace podreel::cli
