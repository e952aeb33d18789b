// Volumes for generated scenarios, and what goes wrong with them.
#pragma once

#include "tests/fuzz/generated_container.hpp"
#include "tests/support/generated_scenario.hpp"

namespace podreel::testing {

/// Gives some pods that are created a volume, whose operations take time and fail a few times.
void add_volumes(GeneratedScenario& scenario, fuzz::Bytes& bytes);

}  // namespace podreel::testing
