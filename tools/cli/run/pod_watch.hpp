// The output of --watch.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/api/pod_printer.hpp"
#include "engine/api/table.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::cli {

/// Prints the same as `kubectl get pods --watch`: the header, the row of a pod whenever it changes, and its last row
/// again when the pod is removed. A changed age is not a change.
class PodWatch {
 public:
  struct Options {
    api::PodTableForm form{};
    /// Flush every line, for an interactive reader.
    bool flush_lines = false;
  };

  /// `out` must outlive this object.
  PodWatch(std::ostream& out, Options options) : out_{out}, options_{options} {}

  void pod_changed(sim::Time now, const api::Pod& pod, bool gone);

 private:
  void print(const api::PodColumns& columns);

  std::ostream& out_;
  Options options_;
  api::GrowingTable table_;
  bool has_header_ = false;
  /// Rows by "namespace/name", without the cells that depend on the current time.
  std::map<std::string, std::vector<std::string>> shown_;
};

/// Returns whether a scenario creates pods that `kubectl get pods` shows only with --all-namespaces.
[[nodiscard]] bool needs_all_namespaces(const format::Scenario& scenario);

}  // namespace podreel::cli
