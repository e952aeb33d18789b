// Extensions of the HTTP server.
#pragma once

#include "tools/serve/message.hpp"
#include "tools/serve/session_history.hpp"

namespace podreel::serve {

/// Answers requests on a separate thread, with the history of the simulation; it may be slow.
class HttpExtension {
 public:
  HttpExtension() = default;
  HttpExtension(const HttpExtension&) = delete;
  HttpExtension& operator=(const HttpExtension&) = delete;
  virtual ~HttpExtension() = default;

  /// Returns whether this object answers the request; must be cheap.
  [[nodiscard]] virtual bool serves(const Request& request) const = 0;
  /// Answers a request that it serves; called for one request at a time.
  [[nodiscard]] virtual Response answer(const Request& request, const SessionHistory& history) = 0;
};

}  // namespace podreel::serve
