// The scenario format as JSON Schema, for editors.
#pragma once

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// Returns a JSON Schema (draft 2020-12) with that name and title: the result of `describe`, and the definitions that
/// it uses.
[[nodiscard]] nlohmann::ordered_json schema_document(std::string_view name, std::string_view title,
                                                     const std::function<Json(Definitions&)>& describe);

/// Returns the JSON Schema of a scenario document, from the declarations that also read it (format.hpp). The loader
/// also checks rules that a schema cannot express (names of pods, quoted releases, order of times).
[[nodiscard]] nlohmann::ordered_json scenario_schema();

/// Whether objects of that schema require the member `name`.
[[nodiscard]] inline bool is_required(const nlohmann::ordered_json& object, const std::string& name) {
  const auto required = object.find("required");
  return required != object.end() && std::find(required->begin(), required->end(), name) != required->end();
}

/// Returns the name of the definition to which `$ref` of `schema` refers.
[[nodiscard]] inline std::string referred(const nlohmann::ordered_json& schema) {
  constexpr std::size_t prefix = std::string_view{"#/$defs/"}.size();
  return schema.at("$ref").get<std::string>().substr(prefix);
}

}  // namespace podreel::format
