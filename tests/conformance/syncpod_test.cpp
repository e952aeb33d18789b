#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <set>

#include "scenarios/batch/sync_session.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/json_lines.hpp"
#include "tests/support/kubelet_label.hpp"
#include "tests/support/verified.hpp"

namespace podreel {

namespace {

using nlohmann::json;

/// Stands in for a release's hash, where only equality matters.
std::uint64_t hash_of_definition(const api::Container& container) {
  std::uint64_t hash = 1;
  for (const char character : container.name + container.image) {
    hash = hash * 31 + static_cast<unsigned char>(character);
  }
  return hash;
}

std::vector<batch::SyncCase> read_sync_cases(const std::filesystem::path& file) {
  std::vector<batch::SyncCase> cases;
  for (const json& line : testing::read_json_lines(file)) cases.push_back(batch::sync_case_from({line, ""}));
  return cases;
}

using Step = std::pair<int, int>;

/// By version, then by (id, step).
std::map<std::string, std::map<Step, json>> read_recorded(const std::filesystem::path& file) {
  std::map<std::string, std::map<Step, json>> recorded;
  for (json& record : testing::read_json_lines(file)) {
    const std::string version = record["version"];
    record.erase("version");
    const Step step{record["id"].get<int>(), record["step"].get<int>()};
    recorded[version].emplace(step, std::move(record));
  }
  return recorded;
}

/// Upstream kills what is not to be kept in the order of a hash map, and pods in goroutines. The recorded groups are
/// the orders that were seen: only where sidecars are stopped in turn does the order mean something.
void normalize(json& record, bool in_turn) {
  json& calls = record["calls"];
  const auto is_stop = [](const json& call) { return call.contains("group"); };
  for (auto begin = calls.begin(); begin != calls.end() && !in_turn;) {
    begin = std::find_if(begin, calls.end(), is_stop);
    const auto end = std::find_if_not(begin, calls.end(), is_stop);
    for (auto call = begin; call != end; ++call) (*call)["group"] = 0;
    std::sort(begin, end, [](const json& left, const json& right) { return left["id"] < right["id"]; });
    begin = end;
  }
}

bool stops_sidecars(const batch::SyncCase& sync_case) {
  return std::ranges::any_of(sync_case.situation.pod.spec->init_containers, api::is_restartable_init_container);
}

}  // namespace

TEST_CASE("SyncPod does what every recorded release did, call by call") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: skipped");
    return;
  }
  const std::vector<batch::SyncCase> cases = read_sync_cases(*folder / "syncpod" / "cases.jsonl");
  std::string counts;
  std::map<std::string, testing::VerifiedTally> counted;
  for (auto& of_version : read_recorded(*folder / "syncpod" / "expected.jsonl")) {
    const std::string& version = of_version.first;
    auto& recorded = of_version.second;
    batch::SyncSession session{
        {testing::behaviour_of_label(version), std::make_shared<decide::HashPolicy>(hash_of_definition)}};
    int equal = 0;
    std::string first_difference;
    for (const batch::SyncCase& sync_case : cases) {
      const Step step{sync_case.situation.id.get<int>(), static_cast<int>(sync_case.step)};
      json answer = json::parse(session.run(sync_case).record.dump());
      json& expected = recorded.at(step);
      const bool in_turn = stops_sidecars(sync_case);
      normalize(answer, in_turn);
      normalize(expected, in_turn);
      if (answer == expected) {
        ++equal;
      } else if (first_difference.empty()) {
        first_difference =
            fmt::format("case {} step {}: {}", step.first, step.second, json::diff(expected, answer).dump(1));
      }
    }
    counted[version] = {.equal = equal, .total = static_cast<int>(recorded.size())};
    counts += fmt::format("\n  {:28} {}/{}", version, equal, recorded.size());
    CHECK_MESSAGE(first_difference.empty(), version << " differs first in " << first_difference);
    CHECK(equal == static_cast<int>(recorded.size()));
  }
  testing::hold_against_verified("syncpod", counted);
  MESSAGE("SyncPod runs equal to the recorded ones:" << counts);
}

}  // namespace podreel
