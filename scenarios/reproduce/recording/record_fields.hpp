// Fields of a recording's records, which may be of any type.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace podreel::reproduce {

/// A field as text; empty if the record does not have it.
[[nodiscard]] std::string field_text(const nlohmann::json& record, const char* key);

/// The characters of a field that is a text; empty for any other. Valid as long as the record is.
[[nodiscard]] std::string_view field_view(const nlohmann::json& record, const char* key);

/// A field as a number; zero if the record does not have it, or if it is no number.
[[nodiscard]] double field_number(const nlohmann::json& record, const char* key);

}  // namespace podreel::reproduce
