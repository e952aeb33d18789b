// The processes that the kernel kills in a scenario.
#pragma once

#include "scenarios/format/scenario.hpp"

namespace podreel::format {

/// Returns whether the kernel kills a child process of a container, by an action or by a container's script.
[[nodiscard]] bool kills_child_process(const Scenario& scenario);

}  // namespace podreel::format
