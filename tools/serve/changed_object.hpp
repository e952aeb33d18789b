// Changes of objects by PUT and PATCH.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/serve/message.hpp"
#include "tools/serve/request_info.hpp"

namespace podreel::serve {

/// Returns the object after a PUT or a PATCH (JSON, merge, strategic merge or apply, according to the content type).
/// Throws StatusError for a body that is not an object, another version (409), or another name (400).
[[nodiscard]] nlohmann::json changed_object(const LiveSimulation& simulation, const Request& request,
                                            const Target& target, const RequestInfo& info,
                                            const nlohmann::json& before);

/// Returns the object that a request other than apply sends: an object, or `before` with a patch, with its field
/// managers. Throws StatusError.
[[nodiscard]] nlohmann::json sent_object(const LiveSimulation& simulation, const Request& request,
                                         const nlohmann::json& before, const Resource& kind);

}  // namespace podreel::serve
