// The three probes of a container.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/api/container.hpp"
#include "engine/decide/pod_actions.hpp"

namespace podreel::kubelet {

enum class ProbeType : std::uint8_t { liveness, readiness, startup };

/// "Liveness", "Readiness", "Startup", as events name them.
[[nodiscard]] std::string_view to_string(ProbeType type) noexcept;

[[nodiscard]] const std::optional<api::Probe>& probe_of(const api::Container& container, ProbeType type) noexcept;

/// Initial result of a container before its first probe: a live container, not ready, not known to have started.
[[nodiscard]] decide::ProbeResult initial_result(ProbeType type) noexcept;

}  // namespace podreel::kubelet
