// Reading fields of JSON that has passed validation: absent and null are the same, as in Go.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace podreel::api {

/// The value of `key`; null if `object` has none, or says null.
[[nodiscard]] inline const nlohmann::json* member(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

[[nodiscard]] inline std::string string_member(const nlohmann::json& object, const char* key) {
  const nlohmann::json* value = member(object, key);
  return value ? value->get<std::string>() : std::string{};
}

[[nodiscard]] inline bool bool_member(const nlohmann::json& object, const char* key) {
  const nlohmann::json* value = member(object, key);
  return value && value->get<bool>();
}

template <class Number>
[[nodiscard]] std::optional<Number> number_member(const nlohmann::json& object, const char* key) {
  const nlohmann::json* value = member(object, key);
  if (!value) return std::nullopt;
  return value->get<Number>();
}

/// Calls `use` with every element of the list `key`, if there is one.
template <class Use>
void for_each_item(const nlohmann::json& object, const char* key, const Use& use) {
  const nlohmann::json* list = member(object, key);
  if (!list) return;
  for (const nlohmann::json& item : *list) use(item);
}

/// A scalar as its text: what IntOrString and quantities are before anyone interprets them.
[[nodiscard]] inline std::string scalar_text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// A map from names to quantities.
template <class Map>
[[nodiscard]] Map text_map_member(const nlohmann::json& object, const char* key) {
  Map result;
  const nlohmann::json* map = member(object, key);
  if (!map) return result;
  for (const auto& [name, value] : map->items()) result.emplace(name, value.is_null() ? "" : scalar_text(value));
  return result;
}

}  // namespace podreel::api
