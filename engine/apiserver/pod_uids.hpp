// The UIDs of new pods.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/memory/text.hpp"

namespace podreel::apiserver {

/// UUIDs that are functions of a pod's name and of how many pods were created before.
class PodUids {
 public:
  [[nodiscard]] memory::Text next(std::string_view name);

 private:
  std::uint64_t created_ = 0;
};

}  // namespace podreel::apiserver
