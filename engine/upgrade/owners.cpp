#include "engine/upgrade/owners.hpp"

#include <fmt/format.h>

namespace podreel::upgrade {

void Owners::see(const api::Cursor& object, std::string_view kind) {
  const api::Cursor metadata = object["metadata"];
  const std::string_view space = metadata["namespace"].text();
  metadata["ownerReferences"].for_each_item([&](const api::Cursor& reference, std::size_t) {
    if (!reference["controller"].is_true() || reference["name"].text().empty()) return;
    controllers_.insert_or_assign(fmt::format("{}/{}/{}", kind, space, metadata["name"].text()),
                                  fmt::format("{}/{}/{}", reference["kind"].text(), space, reference["name"].text()));
  });
}

std::string Owners::root_of(std::string_view owner) const {
  // Owners that own each other in a circle have no root.
  constexpr int deepest = 8;
  for (int depth = 0; depth < deepest; ++depth) {
    const auto controller = controllers_.find(owner);
    if (controller == controllers_.end()) break;
    owner = controller->second;
  }
  return std::string{owner};
}

}  // namespace podreel::upgrade
