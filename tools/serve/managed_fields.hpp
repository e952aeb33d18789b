// metadata.managedFields: in answers, and in what is sent.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// An object with its managers, if it has any.
[[nodiscard]] nlohmann::json with_managers(const LiveSimulation& simulation, std::string_view resource,
                                           const nlohmann::json& object);

/// Whether a request may say something of managers.
[[nodiscard]] bool mentions_managers(const Request& request);

/// Takes managers off an object that is sent; null if it has none.
nlohmann::json take_managers(nlohmann::json& object);

/// Who sends a request, where it does not say so by fieldManager: of "kubectl/v1.33.1 (linux/amd64)" "kubectl"
/// (apiserver, endpoints/handlers, prefixFromUserAgent).
[[nodiscard]] std::string manager_of_agent(std::string_view user_agent);

/// What of an object is there before anybody has set anything: Go's structures that are no pointers, and null for what
/// JSON has although it is empty.
[[nodiscard]] nlohmann::json empty_object(std::string_view kind);

}  // namespace podreel::server
