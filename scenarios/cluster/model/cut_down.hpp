// Removes unused parts of objects in a dump.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "engine/api/document.hpp"

namespace podreel::cluster {

/// Removes the status, and all members of the metadata except these.
inline void cut_down(api::Tree& object, std::initializer_list<std::string_view> metadata_members) {
  std::erase_if(object.members, [](const api::Tree::Member& member) { return member.key == "status"; });
  api::Tree* metadata = object.find("metadata");
  if (metadata == nullptr) return;
  std::erase_if(metadata->members, [&](const api::Tree::Member& member) {
    return std::ranges::find(metadata_members, member.key) == metadata_members.end();
  });
}

}  // namespace podreel::cluster
