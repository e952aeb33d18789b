// metadata.finalizers.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"

namespace podreel::apiserver {

/// Whether an object with this metadata stays when it is deleted.
[[nodiscard]] inline bool has_finalizers(const nlohmann::json& metadata) {
  const nlohmann::json* finalizers = api::find_member(metadata, "finalizers");
  return finalizers != nullptr && !finalizers->empty();
}

}  // namespace podreel::apiserver
