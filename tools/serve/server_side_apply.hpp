// PATCH with application/apply-patch+yaml.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/serve/asked_object.hpp"
#include "tools/serve/field_owners.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

[[nodiscard]] bool is_apply(const Request& request);

/// Returns the manager of the request: its fieldManager, otherwise its program.
[[nodiscard]] FieldManager manager_of(const Request& request, const Target& target, const AskedObject& asked);

/// Returns the configuration to apply. Throws StatusError.
[[nodiscard]] nlohmann::json applied_config(const Request& request, const Target& target, const AskedObject& asked);

/// Returns the object with the configuration. Throws StatusError (409), with upstream's message, if fields of other
/// managers would change and the request is not forced.
[[nodiscard]] nlohmann::json applied_object(const FieldOwners& owners, const nlohmann::json& live,
                                            const nlohmann::json& config, const Target& target,
                                            const AskedObject& asked);

/// Records the owners after a request that changed the object from `before` (null: it is new).
void remember_owner(LiveSimulation& simulation, const Request& request, const Target& target, const AskedObject& asked,
                    const nlohmann::json& before);

}  // namespace podreel::server
