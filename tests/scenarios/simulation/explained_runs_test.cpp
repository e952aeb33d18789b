// Every scenario with its reasons, and without.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "scenarios/format/load.hpp"
#include "tests/support/catalogue_files.hpp"
#include "tests/support/replayed_lines.hpp"
#include "tests/support/sample.hpp"

namespace podreel::simulation {

namespace {

/// Adds to `explained` whether there were any.
std::string without_reasons(const std::string& line, std::size_t& explained) {
  if (line.find("\"explanation\"") == std::string::npos) return line;
  auto record = nlohmann::ordered_json::parse(line);
  for (const auto& step : record.at("explanation")) {
    CHECK(!step.at("sentence").get_ref<const std::string&>().empty());
    CHECK(!step.at("rule").get_ref<const std::string&>().empty());
  }
  explained += record.erase("explanation");
  return record.dump();
}

void check_that_reasons_change_nothing(const format::Scenario& scenario) {
  const std::vector<std::string> plain = testing::replayed_lines(scenario, {}).lines;
  ReplayOptions options;
  options.explain = true;
  const std::vector<std::string> reported = testing::replayed_lines(scenario, options).lines;
  REQUIRE(plain.size() == reported.size());
  std::size_t explained = 0;
  std::size_t parted = 0;
  for (std::size_t line = 0; line < plain.size(); ++line) {
    const std::string bare = without_reasons(reported[line], explained);
    if (bare != plain[line] && nlohmann::ordered_json::parse(bare) != nlohmann::ordered_json::parse(plain[line])) {
      ++parted;
      CHECK(bare == plain[line]);
    }
    if (parted > 0) return;
  }
  const bool has_syncs = std::ranges::any_of(
      plain, [](const std::string& line) { return line.find("\"kind\":\"sync\"") != std::string::npos; });
  if (has_syncs) CHECK(explained > 0);
}

}  // namespace

TEST_CASE("reasons change nothing of what happens") {
  testing::Sample sample{{.sanitized = 11}};
  for (const std::filesystem::path& file : testing::catalogue_files()) {
    if (!sample.has_next()) continue;
    CAPTURE(file.string());
    for (const format::Scenario& scenario : format::load_scenario_file(file.string()).scenarios) {
      check_that_reasons_change_nothing(scenario);
    }
  }
}

}  // namespace podreel::simulation
