// A cluster as kubectl tells of it.
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

struct ReadDump {
  /// Without a name; only if there are no problems.
  Cluster cluster;
  std::vector<api::Problem> problems;
  std::vector<api::Problem> warnings;
};

/// Puts a cluster together from objects that come one by one.
class DumpBuilder {
 public:
  DumpBuilder();
  DumpBuilder(DumpBuilder&&) noexcept;
  ~DumpBuilder();

  void read(const std::string& file, const DumpProgress& progress);
  /// An object that somebody else reads, too, who tells what is wrong with nodes and pods.
  void take(const manifests::SeenObject& seen, const std::string& file);
  /// With `is_whole` nothing where anything is wrong, or no node is there; otherwise of what is right.
  [[nodiscard]] ReadDump finish(bool is_whole) &&;

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

/// Reads what `kubectl get nodes,pods,pdb -A -o json` (or -o yaml) prints, from one file or several; the items of JSON
/// lists one by one, whatever their length. Nodes are those of the dump with their kubelets, pods stand where they
/// stand. Where nodes have kubelets of several releases, the API server is taken for one of the newest. What is left
/// out and what is assumed is warned of, once for each reason. "-" is standard input. `progress` is told after every
/// MiB how many bytes of a file have been read; it may be empty.
[[nodiscard]] ReadDump read_dump(const std::vector<std::string>& files, const DumpProgress& progress = {});

}  // namespace podreel::fleet
