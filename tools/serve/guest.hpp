// Extensions of the HTTP server.
#pragma once

#include "tools/serve/message.hpp"
#include "tools/serve/past.hpp"

namespace podreel::server {

/// Answers requests on a separate thread, with the history of the simulation; it may be slow.
class Guest {
 public:
  Guest() = default;
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;
  virtual ~Guest() = default;

  /// Returns whether this object answers the request; must be cheap.
  [[nodiscard]] virtual bool serves(const Request& request) const = 0;
  /// Answers a request that it serves; called for one request at a time.
  [[nodiscard]] virtual Response answer(const Request& request, const Past& past) = 0;
};

}  // namespace podreel::server
