// JSON as text, without a tree in between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace podreel::trace {

/// A quoted string. What is not UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

/// Appends `key`, in which nothing has to be escaped, with its colon, and a comma before it.
void append_json_key(std::string& out, std::string_view key, bool with_comma = true);

void append_number(std::string& out, std::int64_t value);

/// `value` / 10^`digits` without trailing zeros, but with at least `min_decimals` decimals. `value` >= 0;
/// `min_decimals` <= `digits`.
void append_decimal(std::string& out, std::int64_t value, int digits, int min_decimals = 0);

}  // namespace podreel::trace
