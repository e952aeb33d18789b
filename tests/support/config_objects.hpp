// ConfigMaps and Secrets that tests name.
#pragma once

#include "engine/apiserver/config_objects.hpp"

namespace podreel::testing {

/// Neither default/cfg, a ConfigMap, nor default/sec, a Secret, is there.
[[nodiscard]] inline apiserver::ConfigObjects without_config_objects() {
  apiserver::ConfigObjects objects;
  objects.expect(apiserver::ConfigKind::config_map, "default/cfg");
  objects.expect(apiserver::ConfigKind::secret, "default/sec");
  return objects;
}

}  // namespace podreel::testing
