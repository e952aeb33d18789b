#include "engine/trace/instant_text.hpp"

#include <chrono>
#include <fmt/format.h>

namespace podreel::trace {

std::string format_instant(sim::Duration since_start) {
  const auto whole = std::chrono::floor<std::chrono::milliseconds>(std::chrono::abs(since_start)).count();
  constexpr auto per_second = std::chrono::milliseconds{std::chrono::seconds{1}}.count();
  return fmt::format("{}{}.{:03}s", since_start < sim::Duration{} ? "-" : "", whole / per_second, whole % per_second);
}

}  // namespace podreel::trace
