// Reads lines of a container runtime's log.
#pragma once

#include <optional>
#include <string_view>

#include "scenarios/reproduce/read/kubelet_log.hpp"

namespace podreel::reproduce {

/// Returns the failed call of a line that containerd or CRI-O wrote:
/// `time="…" level=error msg="RunPodSandbox for &PodSandboxMetadata{…} failed, error" error="…"`. Returns no value for
/// other lines.
[[nodiscard]] std::optional<LoggedLine> failed_runtime_call(std::string_view line, int number);

}  // namespace podreel::reproduce
