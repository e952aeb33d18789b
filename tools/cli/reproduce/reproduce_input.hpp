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

/// Evidence about one cluster.
struct ClusterEvidence {
  /// Empty if the input is about a single cluster.
  std::string cluster;
  reproduce::Evidence evidence;
};

/// Returns the combined evidence of all files, one item for each cluster that commands in them name, each with at least
/// one pod that a kubelet handles. Throws BadInput if there is no pod, no container state and event, or if the events
/// belong to a pod that is not in the input.
[[nodiscard]] std::vector<ClusterEvidence> read_incident(const IncidentInput& input);

}  // namespace podreel::cli
