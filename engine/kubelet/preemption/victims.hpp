// Victims of a critical pod (pkg/kubelet/preemption).
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// Static pods, and pods with a priority of two billion or more (types.IsCriticalPod): room is made for them.
[[nodiscard]] bool is_critical(const api::Pod& pod);

/// "no set of running pods found to reclaim resources: …".
struct NoVictims {
  std::string message;
};

/// The pods among `active` whose end frees what is missing: guaranteed ones only as far as the others do not suffice,
/// then burstable ones, then best-effort ones; of each class as few as possible. None is critical, or of the
/// preemptor's priority.
[[nodiscard]] std::variant<std::vector<api::PodPtr>, NoVictims> choose_victims(
    const api::Pod& preemptor, const std::vector<api::PodPtr>& active, const std::vector<InsufficientResource>& missing,
    const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
