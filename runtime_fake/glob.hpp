// Names with wildcards.
#pragma once

#include <string_view>

#include "engine/api/glob.hpp"

namespace podreel::runtime_fake {

using api::glob_matches;

/// A pattern without a slash is compared with the pod's name, one with a slash with "namespace/name".
[[nodiscard]] bool glob_matches_pod(std::string_view pattern, std::string_view pod_full_name) noexcept;

}  // namespace podreel::runtime_fake
