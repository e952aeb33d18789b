// References of a pod to objects of the API (pkg/api/pod/util.go, HasAPIObjectReference).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace podreel::identity {

/// A reference of a PodSpec.
struct ApiReference {
  /// "spec.containers[0].envFrom[0]", as far as it is known.
  std::string path;
  /// As kubelets name it: "secrets", "persistentvolumeclaims".
  std::string kind;
};

/// Returns the first reference that upstream finds; `spec` has the internal API's form.
[[nodiscard]] std::optional<ApiReference> api_reference(const nlohmann::json& spec);

}  // namespace podreel::identity
