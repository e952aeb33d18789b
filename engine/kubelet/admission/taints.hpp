// The taints of a node, and who tolerates them.
#pragma once

#include <string>
#include <vector>

#include "engine/api/pod.hpp"

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

/// The same with NoSchedule, too: what a scheduler looks at.
[[nodiscard]] bool tolerates_scheduling(const api::PodSpec& spec, const std::vector<Taint>& taints);

}  // namespace podreel::kubelet
