// The kubelets that a recording states to have run, beside those of its scenario.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"

namespace podreel::reproduce {

/// Returns the versions in records of the kind `recording` whose `what` is `kubelet`, as they are written ("1.36.2"),
/// each once and in order. Empty: the recording does not state them.
[[nodiscard]] std::vector<std::string> stated_kubelets(const std::vector<nlohmann::json>& records);

/// Returns those of the stated kubelets that the scenario does not start. A release without a patch is the newest one.
[[nodiscard]] std::vector<std::string> kubelets_not_started(const std::vector<std::string>& stated,
                                                            const format::Scenario& scenario);

}  // namespace podreel::reproduce
