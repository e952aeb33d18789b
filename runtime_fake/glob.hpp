// Names with wildcards.
#pragma once

#include <string_view>

namespace podreel::runtime_fake {

/// Returns whether `text` matches `pattern`: `*` matches any number of characters, and `?` matches one.
[[nodiscard]] bool glob_matches(std::string_view pattern, std::string_view text) noexcept;

/// A pattern without a slash is compared with the pod's name, one with a slash with "namespace/name".
[[nodiscard]] bool glob_matches_pod(std::string_view pattern, std::string_view pod_full_name) noexcept;

}  // namespace podreel::runtime_fake
