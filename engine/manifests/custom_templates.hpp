// The pod templates of objects whose kinds nobody has described: Rollouts, DeploymentConfigs, any custom resource.
#pragma once

#include <string>
#include <vector>

#include "engine/api/cursor.hpp"

namespace podreel::manifests {

struct CustomTemplate {
  /// Has a `spec` with containers; the object itself, or a part of it.
  api::Cursor pod_template;
  /// "spec.template".
  std::string path;
};

/// Returns everything that has `spec.containers` with images, in the order of the text; none inside of another, or of
/// an object that the object holds. `path` is the object's. Status and metadata are not searched.
[[nodiscard]] std::vector<CustomTemplate> custom_templates(const api::Cursor& object, const std::string& path);

}  // namespace podreel::manifests
