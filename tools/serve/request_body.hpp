// The body of a request.
#pragma once

#include "engine/api/document.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// JSON, or YAML where `yaml`; an empty body is null. Throws StatusError.
[[nodiscard]] api::Tree body_of(const Request& request, bool yaml = false);

/// The content type without its parameters.
[[nodiscard]] std::string media_type(const Request& request);

}  // namespace podreel::server
