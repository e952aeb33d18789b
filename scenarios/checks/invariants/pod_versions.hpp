// Iterates over all versions of pods in the API.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/checks/invariants/invariant.hpp"

namespace podreel::invariants {

/// Whether the status reports the container as running.
[[nodiscard]] bool is_running(const api::ContainerStatus& status);

/// Returns the violation of a version of a pod, which the API has since then; empty without one.
using JudgeVersion = std::function<std::string(const api::Pod&, sim::Time since)>;
/// Returns the violation of a change from one version to the next; empty without one.
using JudgeStep = std::function<std::string(const api::Pod&, const api::Pod&)>;

/// Returns the first violation: "NAMESPACE/NAME: WHAT".
[[nodiscard]] std::optional<Finding> in_versions(const History& history, const JudgeVersion& judge);
[[nodiscard]] std::optional<Finding> in_steps(const History& history, const JudgeStep& judge);

}  // namespace podreel::invariants
