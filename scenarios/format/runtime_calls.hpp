// Runtime calls that scenarios can name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podreel::format {

/// Returns the CRI methods of a kubelet: "RunPodSandbox", "StopContainer" … (k8s.io/cri-api, RuntimeService and
/// ImageService).
[[nodiscard]] const std::vector<std::string>& runtime_calls();

/// Whether calls with that name concern a single pod, or a single container.
[[nodiscard]] bool is_about_a_pod(std::string_view call) noexcept;
[[nodiscard]] bool is_about_a_container(std::string_view call) noexcept;

}  // namespace podreel::format
