// A field that is filled in where nothing stands.
#pragma once

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/json_member.hpp"

namespace podreel::controllers {

/// Go cannot tell a text that is empty from one that is missing.
inline void fill(nlohmann::json& object, const char* field, nlohmann::json value) {
  const nlohmann::json* known = api::find_member(object, field);
  if (known == nullptr || *known == "") object[field] = std::move(value);
}

}  // namespace podreel::controllers
