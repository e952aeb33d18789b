// Spans of a Kubernetes object.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "engine/api/json_member.hpp"
#include "engine/sim/bounded_time.hpp"

namespace podreel::api {

/// Whole seconds; what is longer than a hundred years counts as that.
[[nodiscard]] inline std::optional<std::int64_t> seconds_member(const nlohmann::json& object, std::string_view key) {
  std::optional<std::int64_t> seconds = number_member<std::int64_t>(object, key);
  if (seconds) seconds = sim::bounded_seconds(*seconds);
  return seconds;
}

}  // namespace podreel::api
