// JSON as text in a TextBuffer: the functions of json_text.hpp, for lines that are written by the thousand.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/memory/text_buffer.hpp"

namespace podreel::trace {

void append_json_string(memory::TextBuffer& out, std::string_view text);
void append_json_key(memory::TextBuffer& out, std::string_view key, bool with_comma);
void append_number(memory::TextBuffer& out, std::int64_t value);
void append_decimal(memory::TextBuffer& out, std::int64_t value, int digits, int min_decimals);

}  // namespace podreel::trace
