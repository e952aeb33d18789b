// Field selectors in the format of kubectl's --field-selector.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::api {

/// Matches everything if it is empty.
struct FieldSelector {
  struct Requirement {
    std::string path;
    std::string value;
    /// Matches any other value.
    bool is_negated = false;
  };
  std::vector<Requirement> requirements;

  /// Requires a JSON object. A missing field has the value "", and a missing flag "false".
  [[nodiscard]] bool matches(const nlohmann::json& object) const;
};

struct ParsedFieldSelector {
  FieldSelector selector;
  /// The first part that compares nothing; empty: none.
  std::string malformed;
};

/// Parses "metadata.name=web,status.phase!=Running" (apimachinery, fields.ParseSelector).
[[nodiscard]] ParsedFieldSelector parse_field_selector(std::string_view text);

}  // namespace podreel::api
