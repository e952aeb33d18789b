// Pieces of a file that are found whole or not at all.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace podreel::fleet {

/// Writes the payload's length in four bytes, the payload, and its XXH3-64 in eight; of numbers the lowest byte first.
/// Throws std::length_error if it is longer than an item of a list may be (input_limits).
void write_frame(std::string_view payload, std::ostream& out);

/// Reads what write_frame() wrote, or says why it cannot: it is cut off, some of it has changed, or it is
/// longer than that. Takes no memory for what a length only promises.
[[nodiscard]] std::optional<std::string> read_frame(std::istream& in, std::string& payload);

}  // namespace podreel::fleet
