// Error responses of the API server or a kubelet.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::reproduce {

/// Error of kubectl logs: `container "app" in pod "web" is waiting to start: PodInitializing`.
struct RefusedLog {
  std::string pod;
  std::string container;
  std::string reason;
};
[[nodiscard]] std::optional<RefusedLog> refused_log(std::string_view line);

/// Returns the pod of `Error from server (NotFound): pods "web" not found`; empty for other lines.
[[nodiscard]] std::string missing_pod(std::string_view line);

}  // namespace podreel::reproduce
