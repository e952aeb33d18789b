// Generates examples of steps and expectations from the JSON Schema of the format.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace podreel::format {

/// Returns a value that `schema` accepts: its last example, or a generated one. `root` has the definitions.
[[nodiscard]] nlohmann::ordered_json example_value(const nlohmann::ordered_json& root,
                                                   const nlohmann::ordered_json& schema);

/// Returns an item of a timeline in YAML: required fields with their descriptions, and optional fields as comments.
/// `action` is a field of the definition `step`.
[[nodiscard]] std::string commented_step(const nlohmann::ordered_json& root, const std::string& action);

/// Returns the fields exactly one of which every expectation has.
[[nodiscard]] std::vector<std::string> expectation_subjects(const nlohmann::ordered_json& root);

/// Returns an item of `expect` with one of these fields, in the same form.
[[nodiscard]] std::string commented_expectation(const nlohmann::ordered_json& root, const std::string& subject);

}  // namespace podreel::format
