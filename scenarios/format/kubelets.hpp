// Which kubelets a scenario is about.
#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"

namespace podreel::language {

/// "1.28, 1.30", or "1.30 → 1.31" where one follows another on a node: those of all runs of a file, each once.
[[nodiscard]] std::string kubelets_of(const std::vector<Scenario>& runs);

}  // namespace podreel::language
