// Answers requests to a session, without network code.
#pragma once

#include <cstddef>
#include <string_view>

#include "tools/serve/message.hpp"
#include "tools/serve/session.hpp"

namespace podreel::serve {

/// Maximum size of a body, as in API servers: three MiB.
inline constexpr std::size_t max_body_bytes = 3 * 1024 * 1024;

/// Answers a request; every error becomes a metav1.Status. A long list is incomplete (Response::rest).
[[nodiscard]] Response begin_answer(Session& session, const Request& request);

/// Answers a request like begin_answer(), completely.
[[nodiscard]] Response answer(Session& session, const Request& request);

/// Returns whether a request with this Host, from a page of this Origin (empty: no page), is meant for this server. A
/// server for remote clients (`is_remote`) accepts every name.
[[nodiscard]] bool is_addressed(std::string_view host, std::string_view origin, bool is_remote);

}  // namespace podreel::serve
