// Drafts of fleets: what `podreel new --fleet` writes.
#include "tools/cli/new/fleet_draft.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <sstream>
#include <string>

#include "scenarios/fleet/load.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::cli {

namespace {

using testing::CommandResult;
using testing::has;

/// Removes "# " from comments that are a part of the document.
std::string with_comments_as_parts(const std::string& draft) {
  std::istringstream lines{draft};
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find("# ");
    const bool is_part = begin != std::string::npos && begin + 2 < line.size() &&
                         begin == line.find_first_not_of(' ') && (line[begin + 2] < 'A' || line[begin + 2] > 'Z');
    if (is_part) line.erase(begin, 2);
    if (!has(line, "dump: us.json")) text += line + '\n';
  }
  return text;
}

std::vector<api::Problem> problems_of(const std::string& text) {
  const testing::ScratchFolder folder;
  std::ofstream{folder / "fleet.yaml"} << text;
  return fleet::load({folder / "fleet.yaml"}).problems;
}

}  // namespace

TEST_CASE("a drafted fleet and its plan can be simulated as they are") {
  const testing::ScratchFolder folder;
  const std::string file = folder / "fleet.yaml";
  REQUIRE(testing::run_podreel({"new", "--fleet", "--kubelet-version", "1.30", "-o", file}).exit_code == 0);
  const CommandResult result = testing::run_podreel({"fleet", file});
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "plan to-1.31: 7 of 7 nodes upgraded"));
}

TEST_CASE("comments of a drafted fleet become parts of it") {
  const std::string draft = fleet_draft("a: b", release::v(30), release::v(31));
  CHECK(problems_of(draft).empty());
  const std::string whole = with_comments_as_parts(draft);
  CHECK(has(whole, "\n  rollBackAt: 3h\n"));
  const std::vector<api::Problem> problems = problems_of(whole);
  CAPTURE(problems.empty() ? std::string{} : api::to_string(problems.front()));
  CHECK(problems.empty());
}

TEST_CASE("a drafted fleet of the newest release begins one release earlier, and files are refused") {
  const CommandResult newest = testing::run_podreel({"new", "--fleet"});
  CHECK(has(newest.out, "name: \"my-fleet\""));
  CHECK(newest.exit_code == 0);
  CHECK(testing::run_podreel({"new", "--fleet", "pod.yaml"}).exit_code == 2);
}

}  // namespace podreel::cli
