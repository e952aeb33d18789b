// Contents of a public scenario.
#pragma once

#include "podreel/scenario.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel {

struct Scenario::State {
  format::Scenario scenario;
};

}  // namespace podreel
