// From what people paste to what it says.
#pragma once

#include <string_view>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

/// Reads any mixture of `kubectl describe pod`, `kubectl get pods` and `get events` (tables, JSON, YAML), lines of a
/// kubelet's log and `crictl ps -a`, whole or in parts, in any order. Bytes may be anything. What was not understood is
/// counted; where nothing was, there are no pods.
void read_paste(std::string_view text, Evidence& evidence);

/// To be called when all has been read: events and rows that name no pod go to the one that they fit, containers that
/// messages name are added.
void bring_together(Evidence& evidence);

}  // namespace podreel::reproduce
