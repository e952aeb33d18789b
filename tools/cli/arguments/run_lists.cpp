#include "tools/cli/arguments/run_lists.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/api/printable.hpp"
#include "engine/release/patch_releases.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/list_items.hpp"

namespace podreel::cli {

namespace {

constexpr std::size_t max_seeds = 1'000'000;

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc{} && stop == text.data() + text.size();
  return is_whole ? std::optional{number} : std::nullopt;
}

template <class T>
void add_once(const T& item, std::vector<T>& items) {
  if (std::ranges::find(items, item) == items.end()) items.push_back(item);
}

release::Release release_in(std::string_view text) {
  const auto release = release::parse_release(text);
  if (!release || !release::is_simulated(*release)) {
    throw BadInput{
        fmt::format("--kubelet-version: '{}' is not a release that podreel knows ({}, such as 1.30, "
                    "1.30.7, or 1.30..1.33){}",
                    api::printable_line(text), with_releases("{oldest} … {newest}"), release::refusal_clause(text))};
  }
  return *release;
}

bool are_of_one_minor(release::Release left, release::Release right) {
  return release::minor_string(left) == release::minor_string(right);
}

}  // namespace

std::vector<std::uint64_t> seeds_in(const std::string& text) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  std::uint64_t count = 0;
  for (const std::string_view item : items_of(text)) {
    const auto [first, last] = ends_of(item, "-");
    const auto from = number_in(first);
    const auto to = number_in(last);
    if (!from || !to || *from > *to) {
      throw BadInput{fmt::format("--seeds: found \"{}\"; accepted: numbers and ranges, such as 1-100,200",
                                 api::printable_line(item))};
    }
    count = *to - *from >= max_seeds ? max_seeds + 1 : count + (*to - *from) + 1;
    if (count > max_seeds) throw BadInput{fmt::format("--seeds: too many seeds; accepted: at most {}", max_seeds)};
    ranges.emplace_back(*from, *to);
  }
  std::vector<std::uint64_t> seeds;
  for (const auto& [from, to] : ranges) {
    for (std::uint64_t step = 0; step <= to - from; ++step) seeds.push_back(from + step);
  }
  std::vector<std::uint64_t> sorted = seeds;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end())
    throw BadInput{fmt::format("--seeds: duplicate seed {}", *std::ranges::adjacent_find(sorted))};
  return seeds;
}

std::vector<release::Release> releases_in(const std::string& text) {
  std::vector<release::Release> releases;
  for (const std::string_view item : items_of(text)) {
    const auto [first, last] = ends_of(item, "..");
    const release::Release from = release_in(first);
    const release::Release to = release_in(last);
    if (to < from) {
      throw BadInput{fmt::format(
          "--kubelet-version: found \"{}\", whose first release is newer than its last; accepted: 1.30..1.33",
          api::printable_line(item))};
    }
    add_once(from, releases);
    for (const release::Release between : release::simulated_releases()) {
      if (from < between && between < to && !are_of_one_minor(from, between) && !are_of_one_minor(between, to)) {
        add_once(between, releases);
      }
    }
    add_once(to, releases);
  }
  return releases;
}

}  // namespace podreel::cli
