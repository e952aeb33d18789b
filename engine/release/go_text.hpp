// Values as Go prints them, where Kubernetes' messages show them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::release {

/// `%q`: strconv.Quote. Control characters and invalid UTF-8 are escaped.
[[nodiscard]] std::string go_quoted(std::string_view text);

/// `%v` of a []string: "[a b]".
[[nodiscard]] std::string go_list(const std::vector<std::string>& items);

/// `%v` of a time.Duration: "1m20s", "8.002s", "150ms", "0s".
[[nodiscard]] std::string go_duration(sim::Duration duration);

}  // namespace podreel::release
