// scenarios/FIELD-OBSERVATIONS.md: the right columns of its tables are podreel's output, and rows that they mark as
// equal are.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/described_run.hpp"
#include "tests/support/page_tables.hpp"
#include "tests/support/verified.hpp"

namespace podreel::testing {

namespace {

using Lines = std::vector<std::string>;

std::filesystem::path page_path() {
  return source_path("scenarios/FIELD-OBSERVATIONS.md");
}

Lines page_lines() {
  std::ifstream file{page_path()};
  Lines lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// `middle` is the content of `spec`, without indentation; `${kubelet}` in it is the release.
Lines reproduced_by(const std::string& release, const std::string& middle) {
  std::string text = "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: seen}\nspec:\n";
  text += fmt::format("  variables: {{kubelet: \"{}\"}}\n", release);
  for (std::size_t begin = 0; begin < middle.size();) {
    const std::size_t end = middle.find('\n', begin) + 1;
    text += "  " + middle.substr(begin, end - begin);
    begin = end;
  }
  const auto loaded =
      format::load_scenarios(api::load_documents(text, "FIELD-OBSERVATIONS.md"), "FIELD-OBSERVATIONS.md");
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(to_string(problem));
  REQUIRE(loaded.scenarios.size() == 1);
  return described_run(loaded.scenarios.front());
}

std::string text_of(const Lines& lines) {
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

Lines rows_of(const Lines& page, const PageTable& table) {
  return {page.begin() + static_cast<std::ptrdiff_t>(table.begin),
          page.begin() + static_cast<std::ptrdiff_t>(table.end)};
}

/// Replaces the old output by the present one.
void rewrite(const Lines& page) {
  std::ofstream file{page_path()};
  std::size_t next = 0;
  const auto copy_until = [&](std::size_t end) {
    for (; next < end; ++next) file << page[next] << '\n';
  };
  for (const PageTable& table : tables_of(page)) {
    copy_until(table.begin);
    file << text_of(paired_rows(table.seen, reproduced_by(table.releases.front(), table.scenario)));
    next = table.end;
  }
  copy_until(page.size());
}

}  // namespace

TEST_CASE("podreel's output is that of the page of observations from clusters") {
  if (updates_goldens()) rewrite(page_lines());
  const Lines page = page_lines();
  const std::vector<PageTable> tables = tables_of(page);
  CHECK(tables.size() > 20);
  std::map<std::string, std::set<std::string>> releases;
  for (const PageTable& table : tables) {
    CAPTURE(table.scenario);
    const Lines rows = rows_of(page, table);
    for (const std::string& release : table.releases) {
      CAPTURE(release);
      CHECK(text_of(rows) == text_of(paired_rows(table.seen, reproduced_by(release, table.scenario))));
      releases[table.scenario].insert(release);
    }
    const auto is_seen_only = [](const std::string& row) { return row.ends_with("| | |"); };
    CHECK((table.explains_differences || std::ranges::none_of(rows, is_seen_only)));
  }
  for (const auto& asked : releases) CHECK_MESSAGE(asked.second.size() >= 3, asked.first);
}

TEST_CASE("what differs in numbers only is the same") {
  CHECK(says_the_same("Warning Evicted using 30332Ki of 1.5Gi", "Warning Evicted using 900Mi of 2Gi"));
  CHECK(says_the_same("Warning BackOff (x3) 5m3.2s", "Warning BackOff 40s"));
  CHECK_FALSE(says_the_same("Warning Evicted", "Normal Evicted"));
  CHECK_FALSE(says_the_same("was using 3Ki", "uses 3Ki"));
}

TEST_CASE("observations and output are paired in the order of both") {
  CHECK(paired_rows({"a", "x", "c 1"}, {"a", "b", "c 2", "d"}) ==
        Lines{"| `a` | = | `a` |", "| `x` | | |", "| | | `b` |", "| `c 1` | = | `c 2` |", "| | | `d` |"});
}

}  // namespace podreel::testing
