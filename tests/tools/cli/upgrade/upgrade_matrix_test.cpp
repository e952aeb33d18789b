// The table of what restarts from every release to every other, over containers of public manifests.
#include <array>
#include <doctest/doctest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "support/conformance.hpp"
#include "support/json_lines.hpp"
#include "tests/support/command.hpp"

namespace podreel {

namespace {

using nlohmann::json;

struct RestartRow {
  const char* from;
  const char* to;
  int as_written;
  int without_security_tests;
  int with_token;
};

// Counted over real containers: as written, without the manifests that test pod security, and with the service
// account's mount that admission adds.
constexpr auto restart_rows = std::to_array<RestartRow>({
    {"1.7", "1.8", 425, 294, 711},   {"1.8", "1.9", 724, 585, 711},   {"1.9", "1.10", 212, 81, 205},
    {"1.10", "1.11", 0, 0, 0},       {"1.11", "1.12", 212, 81, 205},  {"1.12", "1.13", 0, 0, 0},
    {"1.13", "1.14", 287, 286, 711}, {"1.14", "1.15", 212, 81, 205},  {"1.15", "1.16", 724, 585, 711},
    {"1.16", "1.17", 0, 0, 0},       {"1.17", "1.18", 0, 0, 0},       {"1.18", "1.19", 14, 0, 14},
    {"1.19", "1.20", 0, 0, 0},       {"1.20", "1.21", 0, 0, 0},       {"1.21", "1.22", 6, 0, 6},
    {"1.22", "1.23", 0, 0, 0},       {"1.23", "1.24", 0, 0, 0},       {"1.24", "1.25", 0, 0, 0},
    {"1.25", "1.26", 4, 4, 4},       {"1.26", "1.27", 0, 0, 0},       {"1.27", "1.28", 0, 0, 0},
    {"1.28", "1.29", 0, 0, 0},       {"1.29", "1.30", 0, 0, 0},       {"1.30", "1.31", 724, 585, 711},
    {"1.31", "1.32", 0, 0, 0},       {"1.32", "1.33", 0, 0, 0},       {"1.33", "1.34", 0, 0, 0},
    {"1.34", "1.35", 0, 0, 0},       {"1.35", "1.36", 0, 0, 0},       {"1.7", "1.9", 724, 585, 711},
    {"1.8", "1.16", 724, 585, 711},  {"1.12", "1.17", 724, 585, 711}, {"1.12", "1.16", 724, 585, 711},
    {"1.16", "1.30", 24, 4, 24},
});

/// "1.7 1.8" -> containers whose hash changes, as the command counts them over `lines`.
std::map<std::string, int> matrix_over(const std::string& lines) {
  const auto result =
      testing::run_shell("f=$(mktemp --suffix=.jsonl); cat > $f; podreel upgrade --matrix -o jsonl -f $f; rm $f",
                         {.standard_input = lines});
  CHECK_MESSAGE(result.err.find("error") == std::string::npos, result.err);
  std::map<std::string, int> counts;
  std::istringstream out{result.out};
  for (std::string line; std::getline(out, line);) {
    const json pair = json::parse(line);
    counts[pair.at("from").get<std::string>() + " " + pair.at("to").get<std::string>()] = pair.at("changed");
  }
  return counts;
}

}  // namespace

TEST_CASE("podreel upgrade --matrix counts what was measured over real containers") {
  const auto folder = testing::public_manifests_folder();
  if (!folder) {
    MESSAGE("no public manifests: the measured table is skipped");
    return;
  }
  std::string as_written;
  std::string without_security_tests;
  std::string with_token;
  for (const json& line : testing::read_json_lines(*folder / "containers.jsonl")) {
    const std::string text = line.dump() + "\n";
    if (line.contains("variant")) {
      with_token += text;
      continue;
    }
    as_written += text;
    const bool tests_security = line.at("from").get<std::string>().find("pod-security-admission") != std::string::npos;
    if (!tests_security) without_security_tests += text;
  }
  const auto all = matrix_over(as_written);
  const auto maximum = matrix_over(without_security_tests);
  const auto mounted = matrix_over(with_token);
  for (const RestartRow& row : restart_rows) {
    const std::string pair = std::string{row.from} + " " + row.to;
    CAPTURE(pair);
    CHECK(all.at(pair) == row.as_written);
    CHECK(maximum.at(pair) == row.without_security_tests);
    CHECK(mounted.at(pair) == row.with_token);
  }
  MESSAGE(restart_rows.size() << " rows of the table counted by the command");
}

TEST_CASE("the matrix is a table with a row and a column for each release") {
  const std::string pod = "kind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: i}]}\n";
  const auto result = testing::run_podreel({"upgrade", "--matrix", "-f", "-"}, {.standard_input = pod});
  CHECK(result.exit_code == 0);
  CHECK(result.out.starts_with("FROM\\TO   1.7   1.8"));
  CHECK(result.out.ends_with("of 1 container\n"));
  const json document =
      json::parse(testing::run_podreel({"upgrade", "--matrix", "-o", "json", "-f", "-"}, {.standard_input = pod}).out);
  CHECK(document.at("upgrades").size() == 31 * 30);
}

}  // namespace podreel
