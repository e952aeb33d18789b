// Reads messages of events that were pasted without their table.
#pragma once

#include <optional>
#include <string_view>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/read/event_rows.hpp"

namespace podreel::reproduce {

/// Returns the event of a line such as `MountVolume.SetUp failed for volume "data" : …` or `Warning FailedMount …`,
/// without ages and count. Returns no value for other lines.
[[nodiscard]] std::optional<SeenEvent> bare_event(std::string_view line);

/// Returns the event in the output of an end-to-end test:
/// `At 2024-01-01 10:00:00 +0000 UTC - event for web-0: {kubelet node-1} Failed: Error: …`. Returns no value for other
/// lines.
[[nodiscard]] std::optional<EventRow> tested_event(std::string_view line);

/// Returns a row of a table of events within a sentence: `it shows "Normal SandboxChanged 13s (x10 over 2m) kubelet
/// …"`. Returns no value for other lines.
[[nodiscard]] std::optional<EventRow> quoted_event(std::string_view line);

}  // namespace podreel::reproduce
