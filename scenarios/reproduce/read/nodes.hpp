// Reads nodes: rows, conditions and events.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

struct NodeCondition {
  std::string type;
  /// "True", "False" or "Unknown".
  std::string status;
  std::string reason;
  std::string message;
};

/// Reads a row of `kubectl get nodes`. Returns no value for other lines.
[[nodiscard]] std::optional<SeenNode> node_row(std::string_view row);

/// Reads a row of the conditions in `kubectl describe node`. Returns no value for other lines.
[[nodiscard]] std::optional<NodeCondition> condition_row(std::string_view row);

/// Returns "1.29.8" of "v1.29.8-gke.1"; empty if the text is no version.
[[nodiscard]] std::string node_version(std::string_view text);

/// Adds the condition to the node if it reports a failure.
void report_condition(const NodeCondition& condition, int line, SeenNode& node);

/// Adds the event to the node if it names a cause.
void report_event(std::string_view reason, std::string_view message, int line, SeenNode& node);

/// Assigns the failures of nodes to the pods on them, and those of nodes without pods to the lines without a pod.
void report_nodes(Evidence& evidence);

}  // namespace podreel::reproduce
