// What a JSON value becomes when Go's decoder reads it into a field.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/quantity.hpp"
#include "engine/identity/types.hpp"

namespace podreel::identity {

/// The member of an object; null if there is none, if it says null, or if `object` is null or no object.
[[nodiscard]] const nlohmann::json* find_member(const nlohmann::json* object, std::string_view key);

/// What the field holds of its structure's JSON: its own member or, inlined, the same object.
[[nodiscard]] const nlohmann::json* field_value(const Field& field, const nlohmann::json* structure);

/// Zero values stand for absent values and for values of another kind.
[[nodiscard]] bool go_bool(const nlohmann::json* value);
[[nodiscard]] std::int64_t go_integer(const nlohmann::json* value);
[[nodiscard]] std::string_view go_string(const nlohmann::json* value);

/// What omitempty leaves out: zero scalars, nothing, empty lists and maps. Structures never are.
[[nodiscard]] bool is_empty(const Type& type, const nlohmann::json* value);

/// The text of a quantity: a JSON string without surrounding blanks, or a number as Go would write it.
[[nodiscard]] std::string quantity_text(const nlohmann::json& value);
[[nodiscard]] api::Quantity go_quantity(const nlohmann::json* value);

/// A place where decoding would have failed.
struct Mismatch {
  /// "ports[0].containerPort"; empty for the value itself.
  std::string path;
  /// "an integer", "a quantity like 100m or 1Gi" …
  std::string expected;
  /// The value found, as JSON, shortened.
  std::string found;
};

/// The first place where `value` does not fit `type`, in the order of the type's fields; nothing if all of it does.
[[nodiscard]] std::optional<Mismatch> find_mismatch(const Type& type, const nlohmann::json& value);

}  // namespace podreel::identity
