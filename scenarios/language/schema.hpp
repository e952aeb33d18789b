// The scenario format as JSON Schema, for editors.
#pragma once

#include <nlohmann/json.hpp>

namespace podreel::language {

/// JSON Schema (draft 2020-12) of a scenario document, written from the declarations that also read it (format.hpp).
/// Rules that a schema cannot tell (names of pods, releases with quotes, spans in order) are the loader's alone.
[[nodiscard]] nlohmann::ordered_json scenario_schema();

}  // namespace podreel::language
