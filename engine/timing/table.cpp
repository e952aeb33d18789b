#include "engine/timing/table.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace podreel::timing {

namespace {

constexpr std::array all_rows{
#define SITE(...)
#define ROW(Kind, id, ...) AnyRow{&id},
#include "engine/timing/table.inc"
#undef ROW
#undef SITE
};

/// Returns the possibilities that the rows of a site allow, each once.
std::vector<Options> options_at(Site site) {
  std::vector<Options> found;
  const auto add = [&](const auto* row) {
    if constexpr (requires { row->site; }) {
      if (row->site == site && std::ranges::find(found, row->options()) == found.end()) found.push_back(row->options());
    }
  };
  for (const AnyRow& row : all_rows) std::visit(add, row);
  return found;
}

}  // namespace

std::span<const AnyRow> rows() {
  return all_rows;
}

bool is_possible(Site site, std::uint64_t options) {
  return std::ranges::any_of(options_at(site), [options](const Options& possible) {
    return options >= possible.minimum && options <= possible.maximum;
  });
}

std::string possible_options(Site site) {
  std::vector<std::string> texts;
  for (const Options& options : options_at(site)) texts.push_back(to_string(options));
  return fmt::format("{}", fmt::join(texts, " or "));
}

std::string to_string(const Options& options) {
  if (options.minimum == options.maximum) return fmt::format("{}", options.minimum);
  if (options.maximum == Options{}.maximum) return fmt::format("{} or more", options.minimum);
  return fmt::format("{} to {}", options.minimum, options.maximum);
}

}  // namespace podreel::timing
