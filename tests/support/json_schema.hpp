// As much of JSON Schema as podreel's own schema uses.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace podreel::testing {

/// Nothing if `instance` is valid against `schema` (whose `$ref`s point into `root`), else what is wrong and where.
/// Throws std::logic_error at a keyword that it does not know.
[[nodiscard]] std::optional<std::string> schema_error(const nlohmann::ordered_json& root,
                                                      const nlohmann::ordered_json& schema,
                                                      const nlohmann::ordered_json& instance,
                                                      const std::string& path = "");

/// The schema that a `$ref` stands for, or the schema itself.
[[nodiscard]] const nlohmann::ordered_json& resolved(const nlohmann::ordered_json& root,
                                                     const nlohmann::ordered_json& schema);

}  // namespace podreel::testing
