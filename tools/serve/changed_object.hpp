// What an object is to become: PUT, and the patches of PATCH.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// The object after a PUT of another one, or a PATCH (JSON, merge, strategic merge or apply, as the content type says).
/// Throws StatusError: what is no object, another version (409), another name (400).
[[nodiscard]] nlohmann::json changed_object(const LiveSimulation& simulation, const Request& request,
                                            const Target& target, const AskedObject& asked,
                                            const nlohmann::json& before);

/// What a request that is no apply sends: an object, or a patch of `before`, with the managers that it has or gets.
/// Throws StatusError.
[[nodiscard]] nlohmann::json sent_object(const LiveSimulation& simulation, const Request& request,
                                         const nlohmann::json& before, const Resource& kind);

}  // namespace podreel::server
