// Texts without their numbers, for comparisons.
#pragma once

#include <string>
#include <string_view>

namespace podreel::cli {

/// Returns `text` with "#" for each number, duration ("1m20s") and hexadecimal id of eight or more characters, and
/// without the plural of a word after a number: "back-off 10s, 2 restarts" becomes "back-off #, # restart".
[[nodiscard]] std::string fold_numbers(std::string_view text);

}  // namespace podreel::cli
