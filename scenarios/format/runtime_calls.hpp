// The runtime calls that scenarios can name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podreel::language {

/// The CRI methods of a kubelet: "RunPodSandbox", "StopContainer" … (k8s.io/cri-api, RuntimeService and ImageService).
[[nodiscard]] const std::vector<std::string>& runtime_calls();

/// Which of its pods and containers the runtime is told when it gets a call of that name.
[[nodiscard]] bool is_about_a_pod(std::string_view call) noexcept;
[[nodiscard]] bool is_about_a_container(std::string_view call) noexcept;

}  // namespace podreel::language
