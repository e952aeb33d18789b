// Removes decoration around the output of kubectl.
#pragma once

#include <string>
#include <string_view>

namespace podreel::reproduce {

/// Returns the line as kubectl printed it, as far as possible: without colours, quote marks, diff marks, terminal
/// frames, back quotes and bold. Decodes HTML entities and replaces blanks of other widths. Keeps tabs and indentation;
/// replaces everything else that is not printable.
[[nodiscard]] std::string undecorated(std::string_view line);

}  // namespace podreel::reproduce
