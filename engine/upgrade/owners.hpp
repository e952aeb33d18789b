// Owners of the owners of pods.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/api/cursor.hpp"

namespace podreel::upgrade {

/// Controllers of ReplicaSets, Jobs and other objects.
class Owners {
 public:
  /// An object that may have a controller.
  void see(const api::Cursor& object, std::string_view kind);

  /// Returns the root of an owner: "Deployment/shop/web" for "ReplicaSet/shop/web-5d4"; the owner itself if no
  /// controller of it is known.
  [[nodiscard]] std::string root_of(std::string_view owner) const;

  [[nodiscard]] bool are_none() const noexcept { return controllers_.empty(); }

 private:
  /// Both as "ReplicaSet/shop/web-5d4".
  std::map<std::string, std::string, std::less<>> controllers_;
};

}  // namespace podreel::upgrade
