// JSON patches (RFC 6902), as API servers bound them.
#pragma once

#include <nlohmann/json.hpp>

namespace podreel::serve {

/// Returns the patched object. Throws StatusError: 413 for more than 10,000 operations, 422 for a patch that does not
/// apply, that copies more than 3 MiB, or that takes too long.
[[nodiscard]] nlohmann::json json_patched(const nlohmann::json& before, const nlohmann::json& patch);

}  // namespace podreel::serve
