// `when` of expectations and questions.
#pragma once

#include "scenarios/format/expectation.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

[[nodiscard]] Shape<When> when_shape();

}  // namespace podreel::format
