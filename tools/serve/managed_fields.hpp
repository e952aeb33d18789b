// metadata.managedFields in answers and requests.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/serve/message.hpp"
#include "tools/serve/request_info.hpp"

namespace podreel::serve {

/// Returns an object with its managers, if it has any.
[[nodiscard]] nlohmann::json with_managers(const LiveSimulation& simulation, std::string_view resource,
                                           const nlohmann::json& object);

/// Returns whether a request may contain managers.
[[nodiscard]] bool mentions_managers(const Request& request);

/// Removes the managers from a sent object, and returns them; null if it has none.
nlohmann::json take_managers(nlohmann::json& object);

/// Returns the manager of a request without fieldManager: "kubectl" for "kubectl/v1.33.1 (linux/amd64)" (apiserver,
/// endpoints/handlers, prefixFromUserAgent).
[[nodiscard]] std::string manager_of_agent(std::string_view user_agent);

/// Returns the fields of an object that exist before any is set: Go structs that are not pointers, and null for fields
/// that JSON always has.
[[nodiscard]] nlohmann::json empty_object(std::string_view kind);

}  // namespace podreel::serve
