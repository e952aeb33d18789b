#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>

#include "scenarios/batch/status_cases.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/json_lines.hpp"
#include "tests/support/kubelet_label.hpp"
#include "tests/support/verified.hpp"

namespace podreel {

namespace {

std::map<int, batch::StatusCase> read_status_cases(const std::filesystem::path& file) {
  std::map<int, batch::StatusCase> cases;
  for (const nlohmann::json& line : testing::read_json_lines(file)) {
    cases.emplace(line.at("id").get<int>(), batch::status_case_from({line, ""}));
  }
  return cases;
}

}  // namespace

TEST_CASE("every release reports the recorded status") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("skipped: no recordings beside the checkout (PODREEL_CONFORMANCE names another place)");
    return;
  }
  const auto cases = read_status_cases(*folder / "apistatus" / "cases.jsonl");
  std::map<std::string, testing::VerifiedTally> tallies;
  std::map<std::string, std::string> first_differences;
  for (const nlohmann::json& recorded : testing::read_json_lines(*folder / "apistatus" / "expected.jsonl")) {
    const std::string label = recorded["version"];
    const batch::StatusCase& situation = cases.at(recorded["id"].get<int>());
    const api::PodStatus status = batch::report_status(situation, testing::behaviour_of_label(label));
    const nlohmann::json answer = nlohmann::json::parse(api::to_json(status).dump());
    testing::VerifiedTally& tally = tallies[label];
    ++tally.total;
    if (answer == recorded["apiStatus"]) {
      ++tally.equal;
    } else {
      first_differences.emplace(label, fmt::format("case {}: {}", recorded["id"].dump(),
                                                   nlohmann::json::diff(recorded["apiStatus"], answer).dump()));
    }
  }
  std::string counts;
  for (const auto& labelled : tallies) {
    const auto& tally = labelled.second;
    counts += fmt::format("\n  {:32} {}/{}", labelled.first, tally.equal, tally.total);
    CHECK_MESSAGE(tally.equal == tally.total,
                  labelled.first << " differs first in " << first_differences[labelled.first]);
  }
  testing::hold_against_verified("status", tallies);
  MESSAGE("statuses equal to the recorded ones:" << counts);
}

}  // namespace podreel
