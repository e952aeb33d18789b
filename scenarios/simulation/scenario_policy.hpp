// The policy that a scenario names for its kubelet.
#pragma once

#include <memory>

#include "engine/decide/policy.hpp"
#include "scenarios/language/kubelet_settings.hpp"

namespace podreel::simulation {

[[nodiscard]] std::shared_ptr<const decide::Policy> scenario_policy(const language::KubeletSettings& settings);

}  // namespace podreel::simulation
