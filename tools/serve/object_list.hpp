// Lists, single objects and watches.
#pragma once

#include "tools/serve/message.hpp"
#include "tools/serve/request_info.hpp"

namespace podreel::serve {

// All throw StatusError.

/// Returns a list, or a page of it if `limit` or `continue` is set; all pages have the version of the first one. Its
/// text may be incomplete (Response::rest). Managers of fields are those of the time at which an object is written.
[[nodiscard]] Response list_objects(const LiveSimulation& simulation, const Request& request, const Target& target,
                                    const RequestInfo& info);
[[nodiscard]] Response watch_objects(const LiveSimulation& simulation, const Request& request, const Target& target,
                                     const RequestInfo& info);
[[nodiscard]] Response get_object(const LiveSimulation& simulation, const Request& request, const RequestInfo& info);

/// Returns an object, or a table with one row if the request asks for it.
[[nodiscard]] Response object_response(const LiveSimulation& simulation, const Request& request,
                                       const RequestInfo& info, const apiserver::StoredObject& object,
                                       unsigned status = 200);

}  // namespace podreel::serve
