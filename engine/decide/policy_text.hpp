// Policies as texts have them.
#pragma once

#include <string>
#include <string_view>

#include "engine/decide/named_policies.hpp"

namespace podreel::decide {

/// The form that parse_policy() reads.
[[nodiscard]] std::string to_string(const PolicySettings& settings);

/// Returns a message that names a field which no release's containers have and which the policy ignores; empty if there
/// is none. Such a field has no effect.
[[nodiscard]] std::string unknown_ignored_field(const PolicySettings& settings);
/// Returns the message for `name`; empty if containers of any release have a field of this Go name.
[[nodiscard]] std::string unknown_container_field(std::string_view name);

}  // namespace podreel::decide
