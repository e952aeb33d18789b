// The text of an input file before it is parsed: positions in it, and what no parser should see.
#pragma once

#include <optional>
#include <string_view>

#include "engine/api/document.hpp"
#include "engine/api/syntax_error.hpp"

namespace podreel::api {

/// The position of the byte at `offset`.
[[nodiscard]] Mark mark_at(std::string_view text, std::size_t offset) noexcept;

/// `text` without a UTF-8 byte order mark.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text) noexcept;

/// Bytes that neither YAML nor JSON may contain: invalid UTF-8, NUL and other control characters below U+0020.
[[nodiscard]] std::optional<SyntaxError> check_text(std::string_view text);

/// Returns the error of U+007F, which JSON allows in a string (RFC 8259), but YAML nowhere (c-printable).
[[nodiscard]] std::optional<SyntaxError> check_yaml_text(std::string_view text);

}  // namespace podreel::api
