// The pods of a run as they change.
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

/// Prints what `kubectl get pods --watch` does: the header, then the row of a pod whenever it changes, and its last one
/// again when the pod is gone. That time passes is no change.
class PodWatch {
 public:
  struct Options {
    api::PodTableForm form{};
    /// Somebody looks on: let every line be seen at once.
    bool flush_lines = false;
  };

  /// `out` must outlive the watch.
  PodWatch(std::ostream& out, Options options) : out_{out}, options_{options} {}

  void pod_changed(sim::Time now, const api::Pod& pod, bool gone);

 private:
  void print(const api::PodColumns& columns);

  std::ostream& out_;
  Options options_;
  api::GrowingTable table_;
  bool has_header_ = false;
  /// By "namespace/name": the row without the cells that only tell the time.
  std::map<std::string, std::vector<std::string>> shown_;
};

/// Whether a scenario creates pods that `kubectl get pods` shows only with --all-namespaces.
[[nodiscard]] bool needs_all_namespaces(const language::Scenario& scenario);

}  // namespace podreel::cli
