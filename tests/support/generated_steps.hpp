// What happens to pods and their node: made from bytes.
#pragma once

#include "tests/support/generated_scenario.hpp"

namespace podreel::testing {

/// Fills in the timeline and how long it is: the pods are created, and then this and that happens.
void add_steps(GeneratedScenario& scenario, fuzz::Bytes& bytes);

}  // namespace podreel::testing
