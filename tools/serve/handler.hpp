// Answers requests: a function of a session and a request, with no network around it.
#pragma once

#include <cstddef>
#include <string_view>

#include "tools/serve/message.hpp"
#include "tools/serve/session.hpp"

namespace podreel::server {

/// As API servers have it: three MiB.
inline constexpr std::size_t most_body_bytes = 3 * 1024 * 1024;

/// Every error becomes a metav1.Status.
[[nodiscard]] Response answer(Session& session, const Request& request);

/// Whether a request that names this Host, and comes from a page of this Origin (empty: from none), means this server.
/// Who listens for others (`is_remote`) is known by any name.
[[nodiscard]] bool is_addressed(std::string_view host, std::string_view origin, bool is_remote);

}  // namespace podreel::server
