// Frames of a file, with length and checksum.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace podreel::fleet {

/// Writes the payload's length in four bytes, the payload, and its XXH3-64 in eight; numbers have the lowest byte
/// first. Throws std::length_error if it is longer than an item of a list may be (input_limits).
void write_frame(std::string_view payload, std::ostream& out);

/// Reads a frame, or returns the error: an incomplete or damaged frame, or one beyond the maximum length. Allocates no
/// memory for a length without data.
[[nodiscard]] std::optional<std::string> read_frame(std::istream& in, std::string& payload);

}  // namespace podreel::fleet
