// Lists, single objects, and what is followed.
#pragma once

#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

// All throw StatusError.

/// A page of them where `limit` and `continue` ask for one: of the version that the first page was of.
[[nodiscard]] Response list_objects(const LiveSimulation& simulation, const Request& request, const Target& target,
                                    const AskedObject& asked);
[[nodiscard]] Response watch_objects(const LiveSimulation& simulation, const Request& request, const Target& target,
                                     const AskedObject& asked);
[[nodiscard]] Response get_object(const LiveSimulation& simulation, const Request& request, const AskedObject& asked);

/// An object as the request wants it: itself, or as a table of one row.
[[nodiscard]] Response object_response(const LiveSimulation& simulation, const Request& request,
                                       const AskedObject& asked, const apiserver::StoredObject& object,
                                       unsigned status = 200);

}  // namespace podreel::server
