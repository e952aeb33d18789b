#include "tests/support/verified.hpp"

#include <charconv>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#include "tests/support/built_paths.hpp"

namespace podreel::testing {

namespace {

std::filesystem::path figures_of(std::string_view suite) {
  return source_path("tests/verified") / fmt::format("{}.csv", suite);
}

int number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::map<std::string, VerifiedTally> read_figures(std::string_view suite) {
  std::map<std::string, VerifiedTally> figures;
  std::ifstream file{figures_of(suite)};
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const std::size_t first = line.find(',');
    const std::size_t second = line.find(',', first + 1);
    figures[line.substr(0, first)] = {.equal = number(std::string_view{line}.substr(first + 1, second - first - 1)),
                                      .total = number(std::string_view{line}.substr(second + 1))};
  }
  return figures;
}

void write_figures(std::string_view suite, const std::map<std::string, VerifiedTally>& figures) {
  std::ofstream file{figures_of(suite)};
  file << "release,equal,total\n";
  for (const auto& [release, tally] : figures) file << fmt::format("{},{},{}\n", release, tally.equal, tally.total);
}

void check(const std::string& what, const VerifiedTally& counted, const VerifiedTally& committed) {
  const std::string reported =
      fmt::format("{}: counted {}/{}, tests/verified says {}/{}; tools/update-goldens rewrites it", what, counted.equal,
                  counted.total, committed.equal, committed.total);
  if (counted.total == committed.total) {
    CHECK_MESSAGE(counted.equal == committed.equal, reported);
  } else {
    CHECK_MESSAGE((counted.equal == counted.total || committed.equal < committed.total), reported);
  }
}

}  // namespace

void hold_against_verified(std::string_view suite, const std::map<std::string, VerifiedTally>& counted) {
  if (counted.empty()) return;
  if (updates_goldens()) return write_figures(suite, counted);
  const std::map<std::string, VerifiedTally> committed = read_figures(suite);
  for (const auto& [release, tally] : counted) {
    const std::string what = fmt::format("{} of {}", suite, release);
    const auto known = committed.find(release);
    CHECK_MESSAGE(known != committed.end(), what, " is not in tests/verified; tools/update-goldens writes it");
    if (known != committed.end()) check(what, tally, known->second);
  }
}

bool updates_goldens() {
  return std::getenv("PODREEL_UPDATE_GOLDENS") != nullptr;
}

}  // namespace podreel::testing
