// Ids and addresses that depend on the scenario alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/memory/text.hpp"

namespace podreel::runtime_fake {

/// Eight lower-case hex digits. `ordinal` counts what was created in the pod before, so that ids of one pod never
/// repeat.
[[nodiscard]] memory::Text make_id(std::string_view pod_uid, std::string_view name, std::uint32_t attempt,
                                   std::uint64_t ordinal);

/// Returns the `number`-th address of 10.88.0.0/13, without those that end in 0 or 255; repeats after half a million.
[[nodiscard]] std::string pod_ip(std::uint32_t number);

/// "sha256:" and 64 hex digits.
[[nodiscard]] std::string image_id(std::string_view image);

}  // namespace podreel::runtime_fake
