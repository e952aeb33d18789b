// Similarity of two messages, independent of names, numbers and ids.
#pragma once

#include <string_view>

namespace podreel::reproduce {

/// Returns 1 for the same words in the same numbers, 0 for no common words. All words with digits count as one word,
/// and "(combined from similar events)" does not count.
[[nodiscard]] double likeness(std::string_view one, std::string_view other);

/// Minimum similarity of messages that are considered the same.
inline constexpr double alike = 0.55;

}  // namespace podreel::reproduce
