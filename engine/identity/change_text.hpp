// Differences between the types of releases, as text.
#pragma once

#include <string>
#include <vector>

#include "engine/types/type_changes.hpp"

namespace podreel::identity {

/// "VolumeMount.subPathExpr", "Container.volumeDevices and SecurityContext.procMount".
[[nodiscard]] std::string field_names(const std::vector<types::FieldChange>& changes);

/// The fields grouped by the release that changed them: "1.14 adds VolumeMount.subPathExpr, 1.15 adds …".
[[nodiscard]] std::string changes_by_release(const std::vector<types::FieldChange>& changes,
                                             std::string_view verb_added, std::string_view verb_removed);

/// Describes the parts of a container (a pod, …) that the changes touch: "this container has 2 volumeMounts and a
/// securityContext".
[[nodiscard]] std::string touched_places(const std::vector<types::FieldChange>& changes, std::string_view owner);

/// "a", "a and b", "a, b and c".
[[nodiscard]] std::string enumerated(const std::vector<std::string>& items);

}  // namespace podreel::identity
