// Texts from outside on their way to a reader: names, reasons, messages, commands and what files hold.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::api {

// Characters that move a cursor, or recolour, reorder or hide the text around them, are escaped for readers: control
// characters of ASCII and of Latin-1 (C1), marks and overrides of writing direction, separators of lines and
// paragraphs, byte order marks, noncharacters and invalid UTF-8.

/// One line of a terminal, a log or TAP: \n, \t, \x1b, \u202e; bytes that are no UTF-8 as \xff.
[[nodiscard]] std::string printable_line(std::string_view text);
void make_printable_line(std::string& text);
[[nodiscard]] std::vector<std::string> printable_lines(std::vector<std::string> texts);

/// Several lines: line feeds stay.
[[nodiscard]] std::string printable_text(std::string_view text);

/// Inside an attribute or element of XML 1.0. What XML cannot hold becomes U+FFFD, the rest a character reference.
[[nodiscard]] std::string printable_xml(std::string_view text);

/// JSON, of which every YAML reader takes a scalar, too: \u202e. ASCII but delete is as JSON has it. What is no UTF-8
/// becomes U+FFFD. `indent` as that of nlohmann's dump().
[[nodiscard]] std::string printable_json(const nlohmann::json& value, int indent = -1);
[[nodiscard]] std::string printable_json(const nlohmann::ordered_json& value, int indent = -1);

/// Escapes JSON that is a text already.
[[nodiscard]] std::string printable_json_text(std::string json);

}  // namespace podreel::api
