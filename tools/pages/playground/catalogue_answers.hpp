// Answers about the catalogue and the format, for the page's choices.
#pragma once

#include <string>

#include "tools/pages/playground/request.hpp"

namespace podreel::playground {

/// Returns {"version", "releases": ["1.7", …], "release": the default release of scenarios, "themes": [{"name",
/// "title"}], "schema": JSON Schema of a scenario}.
[[nodiscard]] std::string about(const Request& request);

/// Returns {"entries": [{"name", "summary"}]}, the scenarios of the catalogue's `theme`.
[[nodiscard]] std::string list(const Request& request);

/// Returns {"text"}, the source of scenario `name` of `theme`, and "exercise", its task, if solve() judges one.
[[nodiscard]] std::string source(const Request& request);

}  // namespace podreel::playground
