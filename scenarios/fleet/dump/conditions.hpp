// status.conditions of nodes and pods.
#pragma once

#include <string_view>

#include "engine/api/cursor.hpp"

namespace podreel::fleet {

/// Whether the object has a condition of that type that is not True.
[[nodiscard]] inline bool is_said_not_to_be(const api::Cursor& object, std::string_view type) {
  bool is_not = false;
  object["status"]["conditions"].for_each_item([&](const api::Cursor& condition, std::size_t) {
    if (condition["type"].text() == type) is_not = condition["status"].text() != "True";
  });
  return is_not;
}

}  // namespace podreel::fleet
