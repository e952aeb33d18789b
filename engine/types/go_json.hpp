// The bytes that Go's encoding/json writes for a value of a known type.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/types/catalogue.hpp"
#include "engine/types/field_marks.hpp"

namespace podreel::types {

/// Notation of backspace and form feed in Go's JSON: from Go 1.22 on as \b and \f, before as \u0008 and \u000c.
/// Everything else is the same in all toolchains.
enum class JsonEscapes : std::uint8_t { long_control, short_control };

/// Appends `value`, read as `type`: fields in Go's order, omitempty, sorted map keys, canonical quantities, `<`, `>`,
/// `&` and the line separators escaped. Members that the type does not have are left out; values of a wrong kind count
/// as absent.
/// `marks`, if given, gets the place of every member, by JSON names.
void write_go_json(const Type& type, const nlohmann::json& value, JsonEscapes escapes, std::string& out,
                   FieldMarks* marks = nullptr);

/// Appends a JSON string with Go's escapes. Bytes that are not UTF-8 become U+FFFD.
void write_go_string(std::string_view text, JsonEscapes escapes, std::string& out);

}  // namespace podreel::types
