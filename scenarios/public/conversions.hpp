// Conversions between values of the public headers and of the engine.
#pragma once

#include <chrono>

#include "engine/api/document.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"
#include "podreel/problem.hpp"
#include "podreel/release.hpp"

namespace podreel::facade {

[[nodiscard]] Problem to_public(const api::Problem& problem);
[[nodiscard]] std::vector<Problem> to_public(const std::vector<api::Problem>& problems);

[[nodiscard]] constexpr Release to_public(release::Release release) noexcept {
  return {release.minor, release.patch};
}
[[nodiscard]] constexpr release::Release to_engine(Release release) noexcept {
  return {release.minor, release.patch};
}

}  // namespace podreel::facade
