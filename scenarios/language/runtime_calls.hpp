// The runtime calls that scenarios can name.
#pragma once

#include <string>
#include <vector>

namespace podreel::language {

/// The CRI methods of a kubelet: "RunPodSandbox", "StopContainer" … (k8s.io/cri-api, RuntimeService and ImageService).
[[nodiscard]] const std::vector<std::string>& runtime_calls();

}  // namespace podreel::language
