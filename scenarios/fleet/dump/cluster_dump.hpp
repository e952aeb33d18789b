// A cluster as kubectl tells of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

using DumpProgress = std::function<void(const std::string& file, std::uint64_t bytes)>;

struct ReadDump {
  /// Without a name; only if there are no problems.
  Cluster cluster;
  std::vector<api::Problem> problems;
  std::vector<api::Problem> warnings;
};

/// Reads what `kubectl get nodes,pods,pdb -A -o json` (or -o yaml) prints, from one file or several; the items of JSON
/// lists one by one, whatever their length. Nodes are those of the dump with their kubelets, pods stand where they
/// stand. Where nodes have kubelets of several releases, the API server is taken for one of the newest. What is left
/// out and what is assumed is warned of, once for each reason. "-" is standard input. `progress` is told after every
/// MiB how many bytes of a file have been read; it may be empty.
[[nodiscard]] ReadDump read_dump(const std::vector<std::string>& files, const DumpProgress& progress = {});

}  // namespace podreel::fleet
