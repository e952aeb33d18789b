// Reads a cluster from the output of kubectl.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/manifests/workloads.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

using DumpProgress = std::function<void(const std::string& file, std::uint64_t bytes)>;

/// Returns whether a v1.Pod as printed is read.
using DumpSelection = std::function<bool(const api::Tree& pod)>;

struct ReadDump {
  /// Without a name; only valid without problems.
  Cluster cluster;
  std::vector<api::Problem> problems;
  std::vector<api::Problem> warnings;
};

/// Assembles a cluster from objects that arrive one by one.
class DumpBuilder {
 public:
  /// An empty `selects` selects all pods.
  explicit DumpBuilder(DumpSelection selects = {});
  DumpBuilder(DumpBuilder&&) noexcept;
  ~DumpBuilder();

  void read(const std::string& file, const DumpProgress& progress);
  /// Takes an object from another reader, which reports problems of nodes and pods.
  void take(const manifests::SeenObject& seen, const std::string& file);
  /// Returns the cluster. With `is_whole`, it is empty if there is a problem or no node; otherwise it contains the
  /// valid objects.
  [[nodiscard]] ReadDump finish(bool is_whole) &&;

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

/// Reads the output of `kubectl get nodes,pods,pdb -A -o json` (or -o yaml) from one or several files; JSON lists of
/// any length item by item. Nodes have the kubelets of the dump, and pods stay on their nodes. With kubelets of several
/// releases, the API server has the newest. Warns once for each kind of omission and assumption. "-" is standard input.
/// Calls `progress` after every MiB with the number of bytes read from a file; it may be empty, and so may `selects`.
[[nodiscard]] ReadDump read_dump(const std::vector<std::string>& files, const DumpProgress& progress = {},
                                 DumpSelection selects = {});

}  // namespace podreel::fleet
