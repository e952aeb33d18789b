#include "engine/release/vendor_build.hpp"

namespace podreel::release {

namespace {

constexpr std::string_view separators = "-+";

}  // namespace

std::optional<Release> release_of_build(std::string_view version) {
  const std::optional<Release> release = parse_release(version.substr(0, version.find_first_of(separators)));
  return release && is_simulated(*release) ? release : std::nullopt;
}

bool is_vendors(std::string_view version) noexcept {
  return version.find_first_of(separators) != std::string_view::npos;
}

}  // namespace podreel::release
