// Policies as texts have them.
#pragma once

#include <string>

#include "engine/decide/named_policies.hpp"

namespace podreel::decide {

/// The form that parse_policy() reads.
[[nodiscard]] std::string to_string(const PolicySettings& settings);

}  // namespace podreel::decide
