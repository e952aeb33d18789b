// Access reviews; requests are not authenticated, and everything is allowed.
#pragma once

#include "tools/serve/message.hpp"
#include "tools/serve/request_info.hpp"

namespace podreel::serve {

/// Returns whether a POST to this resource is an access review, which stores nothing.
[[nodiscard]] bool is_access_review(const Resource& kind);

/// Answers as a server with --authorization-mode=AlwaysAllow does for anonymous requests. Throws StatusError.
[[nodiscard]] Response answer_access_review(const Request& request, const RequestInfo& info);

}  // namespace podreel::serve
