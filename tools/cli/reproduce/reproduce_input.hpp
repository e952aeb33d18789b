// The input of `podreel reproduce`.
#pragma once

#include <string>
#include <vector>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::cli {

struct IncidentInput {
  std::vector<std::string> files;
  /// Name of the only pod to use; empty: all.
  std::string pod;
  /// File name; empty: none.
  std::string manifest;
};

/// Returns the combined evidence of all files, with at least one pod that a kubelet handles. Throws BadInput if there
/// is no pod, no container state and event, or if the events belong to a pod that is not in the input.
[[nodiscard]] reproduce::Evidence read_incident(const IncidentInput& input);

}  // namespace podreel::cli
