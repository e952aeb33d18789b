// All that the API ever had of the pods, looked through.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/api/pod.hpp"
#include "scenarios/checks/invariants/history.hpp"
#include "scenarios/checks/invariants/invariant.hpp"

namespace podreel::invariants {

/// Its kubelet last told that it runs.
[[nodiscard]] bool is_running(const api::ContainerStatus& status);

/// What is wrong with a version of a pod, which the API has since then; empty: nothing.
using JudgeVersion = std::function<std::string(const api::Pod&, sim::Time since)>;
/// The same of the step from one version to the next.
using JudgeStep = std::function<std::string(const api::Pod&, const api::Pod&)>;

/// The first that is wrong: "NAMESPACE/NAME: WHAT".
[[nodiscard]] std::optional<Finding> in_versions(const History& history, const JudgeVersion& judge);
[[nodiscard]] std::optional<Finding> in_steps(const History& history, const JudgeStep& judge);

}  // namespace podreel::invariants
