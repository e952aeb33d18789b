#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/api/ascii.hpp"
#include "engine/api/document.hpp"

namespace podreel::api {

namespace {

// Kubernetes' longest field name has 39 letters; longer input is not a slip of the pen.
constexpr std::size_t max_name_length = 64;
using Row = std::array<std::size_t, max_name_length + 1>;

/// Damerau-Levenshtein (insert, delete, replace, swap neighbours), letter case aside. Both at most `max_name_length`.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  Row before_previous{};
  Row previous{};
  Row current{};
  for (std::size_t column = 0; column <= to.size(); ++column) previous[column] = column;
  for (std::size_t row = 1; row <= from.size(); ++row) {
    current[0] = row;
    for (std::size_t column = 1; column <= to.size(); ++column) {
      const bool same = to_lower(from[row - 1]) == to_lower(to[column - 1]);
      current[column] =
          std::min({previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (same ? 0U : 1U)});
      const bool swapped = row > 1 && column > 1 && to_lower(from[row - 1]) == to_lower(to[column - 2]) &&
                           to_lower(from[row - 2]) == to_lower(to[column - 1]);
      if (swapped) current[column] = std::min(current[column], before_previous[column - 2] + 1);
    }
    before_previous = previous;
    previous = current;
  }
  return previous[to.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view found, const std::vector<std::string_view>& accepted) {
  if (found.size() > max_name_length) return {};
  std::size_t best = found.size() / 3 + 1;
  std::string_view nearest;
  for (const std::string_view name : accepted) {
    if (name.size() > max_name_length) continue;
    const std::size_t distance = edit_distance(found, name);
    if (distance < best) {
      best = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view found, const std::vector<std::string_view>& accepted, char quote) {
  const std::string_view nearest = nearest_name(found, accepted);
  return nearest.empty() ? std::string{} : fmt::format("; did you mean {0}{1}{0}?", quote, nearest);
}

}  // namespace podreel::api
