// Containers to start in a new sandbox, if one is created at all.
#pragma once

#include "engine/decide/decision.hpp"

namespace podreel::decide {

/// The sandbox has to be replaced (`actions.create_sandbox` is set, `actions.attempt` counts the new one): decides what
/// is started in it, and takes `create_sandbox` back where nothing would be.
void start_in_new_sandbox(Decision& decision);

}  // namespace podreel::decide
