#include "engine/types/go_value.hpp"

#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"

namespace podreel::types {

using Json = nlohmann::json;

const Json* field_value(const Field& field, const Json* structure) {
  return field.inlined ? structure : api::find_member(structure, field.json);
}

std::string quantity_text(const Json& value) {
  if (!value.is_string()) {
    std::string text = value.dump();
    // Go writes whole numbers without a fraction.
    if (text.ends_with(".0")) text.erase(text.size() - 2);
    return text;
  }
  constexpr std::string_view blanks = " \t\n\v\f\r";
  std::string_view text = value.get_ref<const std::string&>();
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return std::string{text.substr(0, text.find_last_not_of(blanks) + 1)};
}

api::Quantity go_quantity(const Json* value) {
  if (value == nullptr) return {};
  if (!value->is_string() && !value->is_number()) return {};
  return api::Quantity::parse(quantity_text(*value)).value_or(api::Quantity{});
}

bool is_empty(const Type& type, const Json* value) {
  switch (type.kind) {
    case Kind::boolean:
      return !api::bool_of(value);
    case Kind::integer:
      return api::integer_of(value) == 0;
    case Kind::string:
      return api::string_of(value).empty();
    case Kind::pointer:
      return value == nullptr;
    case Kind::list:
      return value == nullptr || !value->is_array() || value->empty();
    case Kind::map:
      return value == nullptr || !value->is_object() || value->empty();
    default:
      return false;
  }
}

}  // namespace podreel::types
