#include "tests/support/page_tables.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <regex>

namespace podreel::testing {

namespace {

constexpr std::string_view head_of_reported = "| podreel ";

std::string without_numbers(std::string_view text) {
  static const std::regex times{R"( \(x[0-9]+\))"};
  static const std::regex uid{"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"};
  static const std::regex number{R"(([0-9]+(\.[0-9]+)?([mnu]?s|m|h|[KMG]i?)?)+)"};
  std::string plain = std::regex_replace(std::string{text}, times, "");
  plain = std::regex_replace(plain, uid, "#");
  return std::regex_replace(plain, number, "#");
}

/// What stands in the n-th pair of backticks; empty where the cell is.
std::string first_cell(const std::string& row) {
  const std::size_t end_of_cell = row.find(" | ", 1);
  const std::size_t begin = row.find('`');
  if (begin == std::string::npos || begin > end_of_cell) return {};
  return row.substr(begin + 1, row.find('`', begin + 1) - begin - 1);
}

std::vector<std::string> releases_of(const std::string& head) {
  std::vector<std::string> releases;
  static const std::regex release{"[0-9]+(\\.[0-9]+)+"};
  const std::size_t begin = head.find(head_of_reported);
  const auto start = head.cbegin() + static_cast<std::string::difference_type>(begin);
  for (std::sregex_iterator at{start, head.cend(), release}, end; at != end; ++at) releases.push_back(at->str());
  return releases;
}

}  // namespace

bool says_the_same(std::string_view seen, std::string_view reported) {
  return without_numbers(seen) == without_numbers(reported);
}

std::vector<std::string> paired_rows(const std::vector<std::string>& seen, const std::vector<std::string>& reported) {
  std::vector<std::string> rows;
  auto next = reported.begin();
  const auto report_until = [&rows, &next](auto end) {
    for (; next != end; ++next) rows.push_back(fmt::format("| | | `{}` |", *next));
  };
  for (const std::string& line : seen) {
    const auto found =
        std::find_if(next, reported.end(), [&line](const auto& one) { return says_the_same(line, one); });
    if (found == reported.end()) {
      rows.push_back(fmt::format("| `{}` | | |", line));
      continue;
    }
    report_until(found);
    rows.push_back(fmt::format("| `{}` | = | `{}` |", line, *next++));
  }
  report_until(reported.end());
  return rows;
}

std::vector<PageTable> tables_of(const std::vector<std::string>& page) {
  std::vector<PageTable> tables;
  std::string scenario;
  std::size_t first_of_scenario = 0;
  for (std::size_t i = 0; i < page.size(); ++i) {
    if (page[i] == "```yaml") {
      scenario.clear();
      first_of_scenario = tables.size();
      while (page[++i] != "```") scenario += page[i] + '\n';
    } else if (page[i].find(head_of_reported) != std::string::npos) {
      PageTable table{.scenario = scenario, .releases = releases_of(page[i]), .begin = i + 2, .end = i + 2};
      for (; table.end < page.size() && page[table.end].starts_with('|'); ++table.end) {
        if (std::string seen = first_cell(page[table.end]); !seen.empty()) table.seen.push_back(std::move(seen));
      }
      i = table.end - 1;
      tables.push_back(std::move(table));
    } else if (page[i].starts_with("Not the same:")) {
      for (std::size_t t = first_of_scenario; t < tables.size(); ++t) tables[t].explains_differences = true;
    }
  }
  return tables;
}

}  // namespace podreel::testing
