// Why a scenario cannot be recorded.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tools/cri/record/kubelet_commands.hpp"

namespace podreel::cri {

/// Returns a line for each part of the scenario that is impossible for a real kubelet. `num_kubelets`: how many are
/// recorded at the same time. Empty if everything is possible.
[[nodiscard]] std::vector<std::string> refusals_of(const format::Scenario& scenario, std::size_t num_kubelets);

/// Returns an error if the scenario starts a kubelet that none of the commands is; empty otherwise.
[[nodiscard]] std::string missing_kubelet(const format::Scenario& scenario,
                                          const std::vector<KubeletCommand>& commands);

}  // namespace podreel::cri
