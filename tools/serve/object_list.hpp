// Lists, single objects and watches.
#pragma once

#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

// All throw StatusError.

/// Returns a list, or a page of it if `limit` or `continue` is set; all pages have the version of the first one.
[[nodiscard]] Response list_objects(const LiveSimulation& simulation, const Request& request, const Target& target,
                                    const AskedObject& asked);
[[nodiscard]] Response watch_objects(const LiveSimulation& simulation, const Request& request, const Target& target,
                                     const AskedObject& asked);
[[nodiscard]] Response get_object(const LiveSimulation& simulation, const Request& request, const AskedObject& asked);

/// Returns an object, or a table with one row if the request asks for it.
[[nodiscard]] Response object_response(const LiveSimulation& simulation, const Request& request,
                                       const AskedObject& asked, const apiserver::StoredObject& object,
                                       unsigned status = 200);

}  // namespace podreel::server
