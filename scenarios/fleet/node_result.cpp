#include "scenarios/fleet/node_result.hpp"

namespace podreel::fleet {

std::string_view to_string(Cause cause) noexcept {
  constexpr std::array<std::string_view, cause_count> names{"definition changed", "probe", "exited", "sandbox",
                                                            "other"};
  return names.at(static_cast<std::size_t>(cause));
}

Second& Second::operator+=(const Second& more) noexcept {
  api_writes += more.api_writes;
  image_pulls += more.image_pulls;
  restarts += more.restarts;
  return *this;
}

}  // namespace podreel::fleet
