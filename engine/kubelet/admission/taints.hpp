// The taints of a node, and who tolerates them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

/// v1.Taint.
struct Taint {
  std::string key{};
  std::string value{};
  /// "NoSchedule", "PreferNoSchedule" or "NoExecute".
  std::string effect{};
  friend bool operator==(const Taint&, const Taint&) = default;
};

/// The pod tolerates those of the taints that have the effect NoExecute: a kubelet looks at no others.
[[nodiscard]] bool tolerates_execution(const api::PodSpec& spec, const std::vector<Taint>& taints);

/// Returns how long the pod stays on a node that has the taint (GetMinTolerationTime,
/// pkg/controller/tainteviction/taint_eviction.go): zero if it does not tolerate it; no value: for ever.
[[nodiscard]] std::optional<sim::Duration> tolerated_for(const api::PodSpec& spec, const Taint& taint);

/// Returns whether the pod tolerates the taints that a scheduler checks: all except PreferNoSchedule.
[[nodiscard]] bool tolerates_scheduling(const api::PodSpec& spec, const std::vector<Taint>& taints);

}  // namespace podreel::kubelet
