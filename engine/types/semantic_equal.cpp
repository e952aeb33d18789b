#include "engine/types/semantic_equal.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/types/go_value.hpp"

namespace podreel::types {

namespace {

using Json = nlohmann::json;

bool equal(const Type& type, const Json* left, const Json* right);

const Json* or_nothing(const Json& value) {
  return value.is_null() ? nullptr : &value;
}

bool equal_structures(const Type& type, const Json* left, const Json* right) {
  return std::ranges::all_of(type.fields, [left, right](const Field& field) {
    return equal(*field.type, field_value(field, left), field_value(field, right));
  });
}

bool equal_lists(const Type& type, const Json* left, const Json* right) {
  const std::size_t left_size = left != nullptr && left->is_array() ? left->size() : 0;
  const std::size_t right_size = right != nullptr && right->is_array() ? right->size() : 0;
  if (left_size != right_size) return false;
  for (std::size_t index = 0; index < left_size; ++index) {
    if (!equal(*type.element, or_nothing((*left)[index]), or_nothing((*right)[index]))) return false;
  }
  return true;
}

bool equal_maps(const Type& type, const Json* left, const Json* right) {
  const std::size_t left_size = left != nullptr && left->is_object() ? left->size() : 0;
  const std::size_t right_size = right != nullptr && right->is_object() ? right->size() : 0;
  if (left_size != right_size) return false;
  if (left_size == 0) return true;
  return std::ranges::all_of(left->items(), [&type, right](const auto& entry) {
    const auto other = right->find(entry.key());
    return other != right->end() && equal(*type.element, or_nothing(entry.value()), or_nothing(*other));
  });
}

bool equal_times(const Json* left, const Json* right) {
  return api::parse_timestamp(api::string_of(left)) == api::parse_timestamp(api::string_of(right));
}

bool equal(const Type& type, const Json* left, const Json* right) {
  switch (type.kind) {
    case Kind::boolean:
      return api::bool_of(left) == api::bool_of(right);
    case Kind::integer:
      return api::integer_of(left) == api::integer_of(right);
    case Kind::string:
      return api::string_of(left) == api::string_of(right);
    case Kind::structure:
      return equal_structures(type, left, right);
    case Kind::pointer:
      if (left == nullptr || right == nullptr) return left == right;
      return equal(*type.element, left, right);
    case Kind::list:
      return equal_lists(type, left, right);
    case Kind::map:
      return equal_maps(type, left, right);
    case Kind::quantity:
      return go_quantity(left) == go_quantity(right);
    case Kind::int_or_string:
      return api::integer_of(left) == api::integer_of(right) && api::string_of(left) == api::string_of(right);
    case Kind::time:
      return equal_times(left, right);
    case Kind::raw_json:
      return left == nullptr || right == nullptr ? left == right : *left == *right;
  }
  return false;
}

}  // namespace

bool semantic_equal(const Type& type, const Json& left, const Json& right) {
  return equal(type, or_nothing(left), or_nothing(right));
}

}  // namespace podreel::types
