// The order of events and their writes.
#pragma once

#include <vector>

#include "tools/cri/kubelet_log/recorded_lines.hpp"

namespace podreel::cri {

/// Moves events before their writes. A kubelet logs and writes an event on two threads, so that the line of the log may
/// be up to 50 ms later than the write. `lines` must be ordered by time, and are again.
void put_events_before_writes(std::vector<RecordedLine>& lines);

}  // namespace podreel::cri
