// The values that SetObjectDefaults_Pod fills in, as data.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace podreel::api {

/// When a field counts as not given.
enum class Missing : std::uint8_t {
  absent,
  /// Go's zero value, too: the field is no pointer.
  absent_or_zero,
};

struct DefaultValue {
  std::string_view field;
  nlohmann::json value;
  Missing missing = Missing::absent;
};

/// The defaults of one type of the schema; most have none.
[[nodiscard]] const std::vector<DefaultValue>& default_values(std::string_view type);

}  // namespace podreel::api
