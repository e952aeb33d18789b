// What the page can offer before anybody has written anything.
#pragma once

#include <string>

#include "tools/pages/playground/request.hpp"

namespace podreel::playground {

/// {"version", "releases": ["1.7", …], "release": the one that scenarios have unless they say so, "themes": [{"name",
/// "title"}], "schema": JSON Schema of a scenario}.
[[nodiscard]] std::string about(const Request& request);

/// {"entries": [{"name", "summary"}]}: the scenarios of the catalogue's `theme`.
[[nodiscard]] std::string list(const Request& request);

/// {"text"}: the scenario `name` of `theme`, as written.
[[nodiscard]] std::string source(const Request& request);

}  // namespace podreel::playground
