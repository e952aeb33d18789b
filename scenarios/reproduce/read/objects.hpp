// Reads Pods and Events in JSON or YAML.
#pragma once

#include <nlohmann/json.hpp>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

/// Adds the evidence of a Pod, an Event, a list of them, or the status of a pod or of a container. Returns false for
/// other objects.
[[nodiscard]] bool read_object(const nlohmann::json& object, int line, Evidence& evidence);

/// Sets the ages of events and pods that have timestamps, counted from the latest timestamp; called after the last
/// object.
void date_objects(const std::vector<nlohmann::json>& objects, Evidence& evidence);

/// Sets the ages of table rows that have timestamps, counted from the latest timestamp.
void date_rows(Evidence& evidence);

}  // namespace podreel::reproduce
