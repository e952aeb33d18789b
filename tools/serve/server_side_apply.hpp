// PATCH with application/apply-patch+yaml.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/serve/field_owners.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/request_info.hpp"

namespace podreel::serve {

[[nodiscard]] bool is_apply(const Request& request);

/// Returns the manager of the request: its fieldManager, otherwise its program.
[[nodiscard]] FieldManager manager_of(const Request& request, const Target& target, const RequestInfo& info);

/// Returns the configuration to apply. Throws StatusError.
[[nodiscard]] nlohmann::json applied_config(const Request& request, const Target& target, const RequestInfo& info);

/// Returns the object with the configuration. Throws StatusError (409), with upstream's message, if fields of other
/// managers would change and the request is not forced.
[[nodiscard]] nlohmann::json applied_object(const FieldOwners& owners, const nlohmann::json& live,
                                            const nlohmann::json& config, const Target& target,
                                            const RequestInfo& info);

/// Records the owners after a request that changed the object from `before` (null: it is new).
void remember_owner(LiveSimulation& simulation, const Request& request, const Target& target, const RequestInfo& info,
                    const nlohmann::json& before);

}  // namespace podreel::serve
