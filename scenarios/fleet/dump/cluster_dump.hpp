// A cluster as kubectl tells of it.
#pragma once

#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

struct ReadDump {
  /// Without a name; only if there are no problems.
  Cluster cluster;
  std::vector<api::Problem> problems;
  std::vector<api::Problem> warnings;
};

/// Reads what `kubectl get nodes,pods,pdb -A -o json` (or -o yaml) prints, from one file or several; the items of JSON
/// lists one by one, whatever their length. Nodes are those of the dump with their kubelets, pods stand where they
/// stand. Where nodes have kubelets of several releases, the API server is taken for one of the newest. What is left
/// out and what is assumed is warned of, once for each reason. "-" is standard input.
[[nodiscard]] ReadDump read_dump(const std::vector<std::string>& files);

}  // namespace podreel::fleet
