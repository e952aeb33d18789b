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

/// How long the pod stays on a node that has the taint (GetMinTolerationTime,
/// pkg/controller/tainteviction/taint_eviction.go): zero if it does not tolerate it; no value: for ever.
[[nodiscard]] std::optional<sim::Duration> tolerated_for(const api::PodSpec& spec, const Taint& taint);

/// The same with NoSchedule, too: what a scheduler looks at.
[[nodiscard]] bool tolerates_scheduling(const api::PodSpec& spec, const std::vector<Taint>& taints);

}  // namespace podreel::kubelet
