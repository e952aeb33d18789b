// Validation of objects.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/serve/request_info.hpp"

namespace podreel::serve {

/// Returns whether the request accepts unknown fields (fieldValidation is Warn or Ignore).
[[nodiscard]] bool takes_unknown_fields(const Target& target);

// All throw StatusError.

/// Checks a pod written by a user.
void check_pod(const nlohmann::json& pod, const std::string& name, bool takes_unknown_fields);
/// Checks an object that is not a pod, and converts it to its stored form. `before` is the object that it replaces, or
/// null.
void check_object(const LiveSimulation& simulation, const Resource& kind, nlohmann::json& object,
                  const nlohmann::json& before, bool takes_unknown_fields);

/// Sets the namespace of a new object, and its name if it has generateName, and removes fields that only the server
/// sets.
void prepare_new(LiveSimulation& simulation, const RequestInfo& info, nlohmann::json& object);

}  // namespace podreel::serve
