// What a JSON Schema says of an object.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace podreel::language {

/// Whether objects of that schema must have the member `name`.
[[nodiscard]] inline bool is_required(const nlohmann::ordered_json& object, const std::string& name) {
  const auto required = object.find("required");
  return required != object.end() && std::find(required->begin(), required->end(), name) != required->end();
}

}  // namespace podreel::language
