#include "tools/cli/suggestion.hpp"

#include <fmt/format.h>

#include "engine/api/document.hpp"

namespace podreel::cli {

std::string did_you_mean(std::string_view found, const std::vector<std::string_view>& accepted) {
  const std::string_view nearest = api::nearest_name(found, accepted);
  return nearest.empty() ? std::string{} : fmt::format("; did you mean '{}'?", nearest);
}

}  // namespace podreel::cli
