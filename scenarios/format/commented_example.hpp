// Steps and expectations as people write them, made from the JSON Schema of the format.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace podreel::language {

/// A value that `schema` accepts: its last example, or one made of what it says. `root` has the definitions.
[[nodiscard]] nlohmann::ordered_json example_value(const nlohmann::ordered_json& root,
                                                   const nlohmann::ordered_json& schema);

/// An item of a timeline in YAML: what the step must have, each line with its description; what it may have besides
/// is commented out. `action` is a field of the definition `step`.
[[nodiscard]] std::string commented_step(const nlohmann::ordered_json& root, const std::string& action);

/// The fields of which every expectation has exactly one.
[[nodiscard]] std::vector<std::string> expectation_subjects(const nlohmann::ordered_json& root);

/// An item of `expect`, likewise, with one of these fields.
[[nodiscard]] std::string commented_expectation(const nlohmann::ordered_json& root, const std::string& subject);

}  // namespace podreel::language
