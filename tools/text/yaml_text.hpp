// JSON as the YAML that kubectl prints.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace podreel::cli {

/// Block style, two spaces, texts of several lines as blocks, list items at their key's column; strings are quoted
/// where YAML would read them as something else. Ends with a line feed.
[[nodiscard]] std::string yaml_text(const nlohmann::ordered_json& document);

}  // namespace podreel::cli
