// Reasons of events about pods and nodes.
#pragma once

#include <string_view>
#include <vector>

namespace podreel::language {

/// Those that kubelets know (pkg/kubelet/events/event.go, and admission's), and the scheduler's about pods.
[[nodiscard]] const std::vector<std::string_view>& event_reasons();

}  // namespace podreel::language
