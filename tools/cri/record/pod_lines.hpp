// Versions of pods in a recording, for checks of expectations.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "tools/cri/kubelet_log/recorded_lines.hpp"

namespace podreel::cri {

/// Returns the record of a version of the pod ("namespace/name") that the API has from `at` on; of its last version if
/// it is `gone`. `object` is the pod as kubectl prints it.
[[nodiscard]] RecordedLine pod_line(sim::Duration at, std::string_view pod, const nlohmann::json& object, bool gone);

/// Returns the record that states the wall-clock time at which a recording began.
[[nodiscard]] RecordedLine start_line(sim::Time began);

}  // namespace podreel::cri
