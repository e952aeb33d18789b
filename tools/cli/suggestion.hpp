// "Did you mean …?"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podreel::cli {

/// "; did you mean 'run'?" for the accepted name nearest to `found`, or nothing where none is near.
[[nodiscard]] std::string did_you_mean(std::string_view found, const std::vector<std::string_view>& accepted);

}  // namespace podreel::cli
