// The memory of objects of a container runtime.
#pragma once

#include <cstddef>
#include <string_view>

#include "tools/cri/runtime/objects.hpp"

namespace podreel::cri {

// Approximate bytes of a record, and of what the simulated runtime keeps of it.

[[nodiscard]] std::size_t bytes_of(const SandboxConfig& config);
[[nodiscard]] std::size_t bytes_of(const ContainerConfig& config);
[[nodiscard]] std::size_t bytes_of_image(std::string_view name);

/// Returns the error (ResourceExhausted) of a call that creates an "object" or "image" for which there is no memory.
[[nodiscard]] runtime::Error no_memory_for(std::string_view kind);

}  // namespace podreel::cri
