// What is served beside the simulation.
#pragma once

#include "tools/serve/message.hpp"
#include "tools/serve/past.hpp"

namespace podreel::server {

/// Knows of the simulation what it has been through, and is asked in a thread of its own: it may take its time.
class Guest {
 public:
  Guest() = default;
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;
  virtual ~Guest() = default;

  /// Whether the request is for it; cheap.
  [[nodiscard]] virtual bool serves(const Request& request) const = 0;
  /// Of what it serves; one request at a time.
  [[nodiscard]] virtual Response answer(const Request& request, const Past& past) = 0;
};

}  // namespace podreel::server
