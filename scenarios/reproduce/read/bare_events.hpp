// Reads messages of events that were pasted without their table.
#pragma once

#include <optional>
#include <string_view>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

/// Returns the event of a line such as `MountVolume.SetUp failed for volume "data" : …` or `Warning FailedMount …`,
/// without ages and count. Returns no value for other lines.
[[nodiscard]] std::optional<SeenEvent> bare_event(std::string_view line);

}  // namespace podreel::reproduce
