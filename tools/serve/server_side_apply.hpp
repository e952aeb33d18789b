// PATCH with application/apply-patch+yaml.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/serve/asked_object.hpp"
#include "tools/serve/field_owners.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

[[nodiscard]] bool is_apply(const Request& request);

/// Who sends the request: its fieldManager, or else its program.
[[nodiscard]] FieldManager manager_of(const Request& request, const Target& target, const AskedObject& asked);

/// The configuration that is applied. Throws StatusError.
[[nodiscard]] nlohmann::json applied_config(const Request& request, const Target& target, const AskedObject& asked);

/// The object with it. Throws StatusError (409), in upstream's words, where fields of others would change and the
/// request does not force it.
[[nodiscard]] nlohmann::json applied_object(const FieldOwners& owners, const nlohmann::json& live,
                                            const nlohmann::json& config, const Target& target,
                                            const AskedObject& asked);

/// The request has changed the object, which was so before (null: it is new).
void remember_owner(LiveSimulation& simulation, const Request& request, const Target& target, const AskedObject& asked,
                    const nlohmann::json& before);

}  // namespace podreel::server
