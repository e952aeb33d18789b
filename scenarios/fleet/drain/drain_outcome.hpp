// Result of draining the nodes of a cluster.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace podreel::fleet {

/// A node that could not be drained: it was uncordoned and not upgraded.
struct UndrainedNode {
  std::uint32_t node = 0;
  std::string reason;

  friend bool operator==(const UndrainedNode&, const UndrainedNode&) = default;
};

struct DrainOutcome {
  /// Pods that were evicted, or, without evictions, deleted.
  std::uint64_t evicted = 0;
  /// Evicted pods that no controller replaced.
  std::uint64_t lost = 0;
  /// Evictions that disruption budgets refused; each was retried.
  std::uint64_t refused = 0;
  /// Pods that did not fit a node at once, and those without a node at the end.
  std::uint64_t num_delayed = 0;
  std::uint64_t without_node = 0;
  /// Number of pods of each workload, by its index, that had no node when the plan began and have got one.
  std::map<std::uint32_t, std::uint32_t> placed_later;
  std::vector<UndrainedNode> undrained;
  /// Reason why the plan cannot continue, if it cannot.
  std::optional<std::string> stuck_because;

  friend bool operator==(const DrainOutcome&, const DrainOutcome&) = default;
};

}  // namespace podreel::fleet
