// What stands around kubectl's words where they were pasted.
#pragma once

#include <string>
#include <string_view>

namespace podreel::reproduce {

/// The line as kubectl printed it, as far as that can be told: without colours, quote marks, marks of diffs, frames of
/// terminals, back quotes and bold, with HTML's names for characters and blanks of other widths put back. Tabs and the
/// indentation stay, everything else is printable.
[[nodiscard]] std::string undecorated(std::string_view line);

}  // namespace podreel::reproduce
