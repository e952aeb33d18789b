// JSON values as Go's decoder reads them into a field.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/api/quantity.hpp"
#include "engine/types/catalogue.hpp"

namespace podreel::types {

/// JSON of the field: its own member or, inlined, the object of its structure.
[[nodiscard]] const nlohmann::json* field_value(const Field& field, const nlohmann::json* structure);

/// Returns whether omitempty leaves the value out: zero scalars, nothing, empty lists and maps. Structures never are.
[[nodiscard]] bool is_empty(const Type& type, const nlohmann::json* value);

/// The text of a quantity: a JSON string without surrounding blanks, or a number as Go would write it.
[[nodiscard]] std::string quantity_text(const nlohmann::json& value);
[[nodiscard]] api::Quantity go_quantity(const nlohmann::json* value);

}  // namespace podreel::types
