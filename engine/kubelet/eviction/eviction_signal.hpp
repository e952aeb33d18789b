// Signals of the eviction manager (pkg/kubelet/eviction/api).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/release/behaviour.hpp"
#include "engine/runtime_objects.hpp"

namespace podreel::kubelet {

/// In the order in which several are dealt with: memory first.
enum class EvictionSignal : std::uint8_t {
  memory_available,
  nodefs_available,
  nodefs_inodes_free,
  imagefs_available,
  pid_available,
};

inline constexpr std::array eviction_signals{EvictionSignal::memory_available, EvictionSignal::nodefs_available,
                                             EvictionSignal::nodefs_inodes_free, EvictionSignal::imagefs_available,
                                             EvictionSignal::pid_available};

/// "memory.available" …
[[nodiscard]] std::string_view to_string(EvictionSignal signal) noexcept;
[[nodiscard]] std::optional<EvictionSignal> signal_named(std::string_view name) noexcept;

/// As events and messages name it: "memory", "ephemeral-storage", "inodes", "pids".
[[nodiscard]] std::string_view resource_of(EvictionSignal signal, const release::Behaviour& behaviour) noexcept;

/// No value if it is not measured.
[[nodiscard]] const std::optional<runtime::ResourceUsage>& observed(const runtime::NodeUsage& usage,
                                                                    EvictionSignal signal) noexcept;

}  // namespace podreel::kubelet
