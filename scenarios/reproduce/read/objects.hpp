// Pods and Events as JSON or YAML.
#pragma once

#include <nlohmann/json.hpp>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

/// Adds what a Pod, an Event, a list of them, or the status of a pod or of a container alone says. False: it is nothing
/// of that.
[[nodiscard]] bool read_object(const nlohmann::json& object, int line, Evidence& evidence);

/// Ages of events and pods that say instants are counted from the latest of these; called after the last object.
void date_objects(const std::vector<nlohmann::json>& objects, Evidence& evidence);

/// The same for rows of tables that say instants.
void date_rows(Evidence& evidence);

}  // namespace podreel::reproduce
