// Access reviews; requests are not authenticated, and everything is allowed.
#pragma once

#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// Returns whether a POST to this resource is an access review, which stores nothing.
[[nodiscard]] bool is_access_review(const Resource& kind);

/// Answers as a server with --authorization-mode=AlwaysAllow does for anonymous requests. Throws StatusError.
[[nodiscard]] Response answer_access_review(const Request& request, const AskedObject& asked);

}  // namespace podreel::server
