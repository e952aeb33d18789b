// The order of names that people expect: node-2 before node-10.
#pragma once

#include <string_view>

namespace podreel::upgrade {

/// Returns whether `left` comes before `right`. Numbers in names compare by value, everything else by character; names
/// that differ only in leading zeros compare by character.
[[nodiscard]] bool is_naturally_before(std::string_view left, std::string_view right) noexcept;

}  // namespace podreel::upgrade
