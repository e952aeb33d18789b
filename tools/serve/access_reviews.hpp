// What somebody may do, and who he is: nobody is asked, and everybody may do everything.
#pragma once

#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// Whether a POST to this resource asks that, and keeps nothing.
[[nodiscard]] bool is_access_review(const Resource& kind);

/// As a server answers with --authorization-mode=AlwaysAllow to anonymous requests. Throws StatusError.
[[nodiscard]] Response answer_access_review(const Request& request, const AskedObject& asked);

}  // namespace podreel::server
