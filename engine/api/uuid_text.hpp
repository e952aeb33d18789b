// UUIDs that are functions of what they identify.
#pragma once

#include <cstdint>

#include "engine/memory/text.hpp"

namespace podreel::api {

/// 128 bits in the form of a random (version 4) UUID.
[[nodiscard]] memory::Text uuid_text(std::uint64_t high, std::uint64_t low);

}  // namespace podreel::api
