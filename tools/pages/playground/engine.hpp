// podreel as one function, for the page of the playground; used by the server and by the engine in the browser.
#pragma once

#include <string>
#include <string_view>

namespace podreel::playground {

/// Answers one request in JSON with JSON; {"error": "…"} for an unknown request. The field "ask" selects the kind of
/// request (engine.cpp). The function keeps no state and reads no files, so the same request gives the same bytes on
/// every machine. Its cost is bounded (play.hpp).
[[nodiscard]] std::string answer(std::string_view request);

}  // namespace podreel::playground
