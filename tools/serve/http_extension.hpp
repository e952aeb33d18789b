// Extensions of the HTTP server.
#pragma once

#include <cstddef>
#include <stop_token>

#include "tools/serve/message.hpp"
#include "tools/serve/session_history.hpp"

namespace podreel::serve {

/// Answers requests on separate threads, with the history of the simulation; it may be slow.
class HttpExtension {
 public:
  HttpExtension() = default;
  HttpExtension(const HttpExtension&) = delete;
  HttpExtension& operator=(const HttpExtension&) = delete;
  virtual ~HttpExtension() = default;

  /// Returns whether this object answers the request; must be cheap.
  [[nodiscard]] virtual bool serves(const Request& request) const = 0;
  /// Number of requests that are answered at the same time; at least 1.
  [[nodiscard]] virtual std::size_t num_threads() const noexcept { return 1; }
  /// Answers a request that it serves. The answer does not matter any more when `stop` is requested.
  [[nodiscard]] virtual Response answer(const Request& request, const SessionHistory& history,
                                        std::stop_token stop) = 0;
};

}  // namespace podreel::serve
