// How alike two messages are, whatever names, numbers and ids stand in them.
#pragma once

#include <string_view>

namespace podreel::reproduce {

/// 1: the same words in the same numbers; 0: none in common. Words with digits in them are all one word, and
/// "(combined from similar events)" counts for nothing.
[[nodiscard]] double likeness(std::string_view one, std::string_view other);

/// From here on two messages say the same.
inline constexpr double alike = 0.55;

}  // namespace podreel::reproduce
