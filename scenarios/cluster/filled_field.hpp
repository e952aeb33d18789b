// Sets defaults of missing fields.
#pragma once

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/json_member.hpp"

namespace podreel::cluster {

/// Sets the field if it is missing or an empty text, which Go does not distinguish.
inline void fill(nlohmann::json& object, const char* field, nlohmann::json value) {
  const nlohmann::json* known = api::find_member(object, field);
  if (known == nullptr || *known == "") object[field] = std::move(value);
}

}  // namespace podreel::cluster
