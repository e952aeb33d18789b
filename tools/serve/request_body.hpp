// Bodies of requests.
#pragma once

#include "engine/api/document.hpp"
#include "tools/serve/message.hpp"

namespace podreel::serve {

/// Parses JSON, or YAML if `yaml`; an empty body is null. Throws StatusError.
[[nodiscard]] api::Tree body_of(const Request& request, bool yaml = false);

/// Returns the content type without its parameters.
[[nodiscard]] std::string media_type(const Request& request);

}  // namespace podreel::serve
