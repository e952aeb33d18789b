// Whether an object may be stored.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/serve/asked_object.hpp"

namespace podreel::server {

/// Unknown fields are refused unless the request's fieldValidation says Warn or Ignore.
[[nodiscard]] bool takes_unknown_fields(const Target& target);

// All throw StatusError.

/// A pod as a user writes it.
void check_pod(const nlohmann::json& pod, const std::string& name, bool takes_unknown_fields);
/// An object that is no pod: brings it into the form in which it is stored. `before`: what it takes the place of, or
/// null.
void check_object(const LiveSimulation& simulation, const Resource& kind, nlohmann::json& object,
                  const nlohmann::json& before, bool takes_unknown_fields);

/// Gives a new object its name, if it has generateName, and its namespace, and takes away what only the server says.
void prepare_new(LiveSimulation& simulation, const AskedObject& asked, nlohmann::json& object);

}  // namespace podreel::server
