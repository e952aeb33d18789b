// Reading fields of JSON as Go does: absent and null are the same, and values of a wrong kind are not seen.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace podreel::api {

/// The value of `key`; null if `object` is nothing or no object, has no such member, or says null.
[[nodiscard]] inline const nlohmann::json* find_member(const nlohmann::json* object, std::string_view key) {
  if (object == nullptr || !object->is_object()) return nullptr;
  const auto found = object->find(key);
  return found == object->end() || found->is_null() ? nullptr : &*found;
}
[[nodiscard]] inline const nlohmann::json* find_member(const nlohmann::json& object, std::string_view key) {
  return find_member(&object, key);
}

/// Returns a scalar as Go's decoder reads it: the zero value for null and for a value of another kind.
[[nodiscard]] inline bool bool_of(const nlohmann::json* value) {
  return value != nullptr && value->is_boolean() && value->get<bool>();
}
[[nodiscard]] inline std::int64_t integer_of(const nlohmann::json* value) {
  return value != nullptr && value->is_number_integer() ? value->get<std::int64_t>() : 0;
}
[[nodiscard]] inline std::string_view string_of(const nlohmann::json* value) {
  if (value == nullptr || !value->is_string()) return {};
  return value->get_ref<const std::string&>();
}

[[nodiscard]] inline std::string string_member(const nlohmann::json& object, std::string_view key) {
  return std::string{string_of(find_member(object, key))};
}
[[nodiscard]] inline bool bool_member(const nlohmann::json& object, std::string_view key) {
  return bool_of(find_member(object, key));
}

template <class Number>
[[nodiscard]] std::optional<Number> number_member(const nlohmann::json& object, std::string_view key) {
  const nlohmann::json* value = find_member(object, key);
  if (!value) return std::nullopt;
  return value->get<Number>();
}

/// Calls `use` with every element of the list `key`, if there is one.
template <class Use>
void for_each_item(const nlohmann::json& object, std::string_view key, const Use& use) {
  const nlohmann::json* list = find_member(object, key);
  if (!list || !list->is_array()) return;
  for (const nlohmann::json& item : *list) use(item);
}

/// A scalar as its text: what IntOrString and quantities are before anyone interprets them.
[[nodiscard]] inline std::string scalar_text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// A map from names to quantities.
template <class Map>
[[nodiscard]] Map text_map_member(const nlohmann::json& object, std::string_view key) {
  Map result;
  const nlohmann::json* map = find_member(object, key);
  if (!map) return result;
  for (const auto& [name, value] : map->items()) result.emplace(name, value.is_null() ? "" : scalar_text(value));
  return result;
}

}  // namespace podreel::api
