// The scenario format as JSON Schema, for editors.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>

#include "scenarios/format/shapes/shape.hpp"

namespace podreel::language {

/// A JSON Schema (draft 2020-12) of that name and title: what `describe` says, and the definitions that it uses.
[[nodiscard]] nlohmann::ordered_json schema_document(std::string_view name, std::string_view title,
                                                     const std::function<Json(Definitions&)>& describe);

/// JSON Schema of a scenario document, written from the declarations that also read it (format.hpp).
/// Rules that a schema cannot tell (names of pods, releases with quotes, spans in order) are the loader's alone.
[[nodiscard]] nlohmann::ordered_json scenario_schema();

}  // namespace podreel::language
