// Parts of a JSON Schema.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace podreel::language {

/// Whether objects of that schema must have the member `name`.
[[nodiscard]] inline bool is_required(const nlohmann::ordered_json& object, const std::string& name) {
  const auto required = object.find("required");
  return required != object.end() && std::find(required->begin(), required->end(), name) != required->end();
}

/// The name of the definition that `$ref` of `schema` leads to.
[[nodiscard]] inline std::string referred(const nlohmann::ordered_json& schema) {
  constexpr std::size_t prefix = std::string_view{"#/$defs/"}.size();
  return schema.at("$ref").get<std::string>().substr(prefix);
}

}  // namespace podreel::language
