// Profiles of AppArmor that a pod's containers are to run under (pkg/security/apparmor).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// The node's AppArmor. A kubelet looks at it when it starts.
struct AppArmor {
  bool is_enabled = true;
  /// Names. No value: every name is available.
  std::optional<std::vector<std::string>> profiles{};
  friend bool operator==(const AppArmor&, const AppArmor&) = default;
};

/// Reason of a pod's status, and of its rejection.
inline constexpr std::string_view app_armor_reason = "AppArmor";

struct AppArmorProblem {
  /// "Cannot enforce AppArmor: …".
  std::string message;
  /// The pod is rejected for it; otherwise it is admitted, and does not run.
  bool rejects = false;
};

/// Why a pod that has not run yet cannot run on the node; nothing if it can, or if it asks for none. Annotations count
/// in every release, `appArmorProfile` where the API has it.
[[nodiscard]] std::optional<AppArmorProblem> app_armor_problem(const api::Pod& pod, const AppArmor& node,
                                                               const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
