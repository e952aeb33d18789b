// Sets of releases in expectations.
#pragma once

#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// Accepts "1.28" (any patch of that minor), "1.28.0" (exactly this), {since: "1.29", until: "1.32"} (from 1.29.0
/// on, before 1.32.0; either may be omitted), or a list of these.
[[nodiscard]] Shape<std::vector<release::ReleaseRange>> release_ranges();

}  // namespace podreel::format
