// Reads pasted text as evidence.
#pragma once

#include <string_view>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

/// Reads any mixture of `kubectl describe`, `kubectl get pods`, `get nodes` and `get events` (tables, JSON, YAML),
/// lines of a kubelet's log, audit logs, entries of loggers, `crictl ps -a` and `docker ps -a`, whole or in parts, in
/// any order. Accepts any bytes. Counts lines that it does not understand; without any evidence there are no pods.
void read_paste(std::string_view text, Evidence& evidence);

/// Finishes reading: assigns events and rows that name no pod to the pod that they fit, and adds containers that
/// messages name.
void merge_evidence(Evidence& evidence);

}  // namespace podreel::reproduce
