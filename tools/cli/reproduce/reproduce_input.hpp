// What `podreel reproduce` is given of an incident.
#pragma once

#include <string>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::cli {

struct IncidentInput {
  std::vector<std::string> files;
  /// Only this pod; empty: all.
  std::string pod;
  /// A file; empty: none.
  std::string manifest;
};

/// What the files say, brought together; at least one pod with something that a kubelet has to do with. Throws BadInput
/// that says what is missing: nothing of a pod, a pod without states and events, events of a pod that is not there.
[[nodiscard]] reproduce::Evidence read_incident(const IncidentInput& input);

}  // namespace podreel::cli
