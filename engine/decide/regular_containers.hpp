// The regular containers of an initialized pod: which are started, killed, kept.
#pragma once

#include "engine/decide/decision.hpp"

namespace podreel::decide {

void decide_regular_containers(Decision& decision);

}  // namespace podreel::decide
