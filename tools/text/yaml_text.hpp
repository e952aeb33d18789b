// Conversion of JSON to YAML in kubectl's format.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace podreel::cli {

/// Returns YAML in block style, indented by two spaces, with multi-line texts as blocks and list items at their key's
/// column. Strings are quoted if YAML would read them as another type. Ends with a line feed.
[[nodiscard]] std::string yaml_text(const nlohmann::ordered_json& document);

}  // namespace podreel::cli
