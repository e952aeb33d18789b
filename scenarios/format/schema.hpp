// The scenario format as JSON Schema, for editors.
#pragma once

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "scenarios/format/shapes/shape.hpp"

namespace podreel::language {

/// A JSON Schema (draft 2020-12) of that name and title: what `describe` says, and the definitions that it uses.
[[nodiscard]] nlohmann::ordered_json schema_document(std::string_view name, std::string_view title,
                                                     const std::function<Json(Definitions&)>& describe);

/// JSON Schema of a scenario document, written from the declarations that also read it (format.hpp).
/// Rules that a schema cannot tell (names of pods, releases with quotes, spans in order) are the loader's alone.
[[nodiscard]] nlohmann::ordered_json scenario_schema();

/// Whether objects of that schema must have the member `name`.
[[nodiscard]] inline bool is_required(const nlohmann::ordered_json& object, const std::string& name) {
  const auto required = object.find("required");
  return required != object.end() && std::find(required->begin(), required->end(), name) != required->end();
}

/// The name of the definition that `$ref` of `schema` leads to.
[[nodiscard]] inline std::string referred(const nlohmann::ordered_json& schema) {
  constexpr std::size_t prefix = std::string_view{"#/$defs/"}.size();
  return schema.at("$ref").get<std::string>().substr(prefix);
}

}  // namespace podreel::language
