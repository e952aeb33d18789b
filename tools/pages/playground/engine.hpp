// podreel behind one function, for the page of the playground: a server answers with it, and so does a browser by
// itself.
#pragma once

#include <string>
#include <string_view>

namespace podreel::playground {

/// Answers one request, JSON in and JSON out; {"error": "…"} if it is none that is known. The field "ask" says what it
/// asks for (engine.cpp). It keeps nothing from one request to the next, and reads no files: the same request is given
/// the same bytes, on every machine. What it may cost is bounded (play.hpp).
[[nodiscard]] std::string answer(std::string_view request);

}  // namespace podreel::playground
