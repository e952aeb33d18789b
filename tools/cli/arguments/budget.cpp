#include "tools/cli/arguments/budget.hpp"

#include <charconv>
#include <variant>

#include "scenarios/format/shapes/duration.hpp"

namespace podreel::cli {

std::optional<Budget> parse_budget(std::string_view text, std::size_t max_runs) {
  std::size_t runs = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), runs);
  if (error == std::errc{} && rest == text.data() + text.size() && runs > 0 && runs <= max_runs) {
    return Budget{.runs = runs};
  }
  const auto duration = format::parse_duration(text);
  const auto* wall = std::get_if<sim::Duration>(&duration);
  if (wall != nullptr && *wall > sim::Duration{}) return Budget{.wall = *wall};
  return std::nullopt;
}

}  // namespace podreel::cli
