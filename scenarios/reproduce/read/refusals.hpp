// What the API server or a kubelet answered where it had nothing to give.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::reproduce {

/// kubectl logs: `container "app" in pod "web" is waiting to start: PodInitializing`.
struct RefusedLog {
  std::string pod;
  std::string container;
  std::string reason;
};
[[nodiscard]] std::optional<RefusedLog> refused_log(std::string_view line);

/// The pod of `Error from server (NotFound): pods "web" not found`; empty: the line says nothing of that.
[[nodiscard]] std::string missing_pod(std::string_view line);

}  // namespace podreel::reproduce
