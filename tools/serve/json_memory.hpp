// The memory of JSON values.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

namespace podreel::serve {

/// Returns the approximate number of bytes that a value occupies, with its nodes and the allocator's overhead.
[[nodiscard]] std::size_t memory_of(const nlohmann::json& value) noexcept;

}  // namespace podreel::serve
