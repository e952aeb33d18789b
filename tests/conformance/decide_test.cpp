#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <regex>

#include "scenarios/batch/decide_cases.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/kubelet_label.hpp"

namespace podreel {

namespace {

using nlohmann::ordered_json;

/// Stands in for a release's hash, where only equality matters.
std::uint64_t hash_of_name(const api::Container& container) {
  std::uint64_t hash = 1;
  for (const char character : container.name) hash = hash * 31 + static_cast<unsigned char>(character);
  return hash;
}

/// Messages up to 1.13 print the hashes.
std::string without_hashes(const std::string& message) {
  static const std::regex hashes("\\([0-9]+ vs [0-9]+\\)");
  return std::regex_replace(message, hashes, "(#)");
}

/// Messages up to 1.7 print Go structs.
std::string kind_of(const std::string& message) {
  for (const char* kind :
       {"is dead, but", "pod sandbox is dead", "Failed to initialize pod", "hash changed", "unhealthy"}) {
    if (message.find(kind) != std::string::npos) return kind;
  }
  return message;
}

template <class Normalize>
void normalize_messages(ordered_json& actions, const Normalize& normalize) {
  if (!actions.contains("containersToKill")) return;
  for (ordered_json& kill : actions["containersToKill"])
    kill["message"] = normalize(kill["message"].get<std::string>());
  ordered_json& start = actions["containersToStart"];
  if (!start.is_object()) return;
  for (auto& [index, message] : start.items()) message = normalize(message.template get<std::string>());
}

std::map<int, batch::DecideCase> read_cases(const std::filesystem::path& file) {
  std::map<int, batch::DecideCase> cases;
  std::vector<api::Problem> problems;
  std::ifstream in(file);
  std::string line;
  int number = 0;
  while (std::getline(in, line)) {
    std::optional<batch::DecideCase> situation = batch::read_decide_case(line, file.string(), ++number, problems);
    REQUIRE(situation);
    const int id = situation->id.get<int>();
    cases.emplace(id, *std::move(situation));
  }
  REQUIRE(problems.empty());
  return cases;
}

struct Tally {
  int equal = 0;
  int total = 0;
  std::string first_difference;
};

/// Asks every label's kubelet about every case that was recorded for it.
template <class Normalize>
std::map<std::string, Tally> compare(const std::filesystem::path& expected_file,
                                     const std::map<int, batch::DecideCase>& cases, const Normalize& normalize) {
  std::map<std::string, Tally> tallies;
  std::map<std::string, batch::Decider> deciders;
  std::ifstream in(expected_file);
  std::string line;
  while (std::getline(in, line)) {
    ordered_json recorded = ordered_json::parse(line);
    const int id = recorded["id"].get<int>();
    for (ordered_json& group : recorded["expected"]) {
      normalize_messages(group["actions"], normalize);
      for (const std::string label : group["versions"]) {
        auto decider = deciders.find(label);
        if (decider == deciders.end()) {
          decider = deciders.emplace(label, batch::Decider{testing::behaviour_of_label(label), hash_of_name, {}}).first;
        }
        ordered_json answer = batch::to_json(batch::decide_case(cases.at(id), decider->second));
        normalize_messages(answer, normalize);
        Tally& tally = tallies[label];
        ++tally.total;
        if (answer == group["actions"]) {
          ++tally.equal;
        } else if (tally.first_difference.empty()) {
          tally.first_difference =
              fmt::format("case {}:\n  recorded {}\n  answered {}", id, group["actions"].dump(), answer.dump());
        }
      }
    }
  }
  return tallies;
}

void report(const std::map<std::string, Tally>& tallies) {
  std::string counts;
  for (const auto& [label, tally] : tallies) {
    counts += fmt::format("\n  {:32} {}/{}", label, tally.equal, tally.total);
    CHECK_MESSAGE(tally.equal == tally.total, label << " differs first in " << tally.first_difference);
  }
  MESSAGE("decisions equal to the recorded ones:" << counts);
}

}  // namespace

TEST_CASE("every release decides as recorded") {
  const auto folder = testing::conformance_folder();
  if (!folder) return;
  const auto cases = read_cases(*folder / "decide" / "cases.jsonl");
  report(compare(*folder / "decide" / "expected.jsonl", cases, without_hashes));
  report(compare(*folder / "decide" / "expected-1.7.jsonl", cases, kind_of));
}

}  // namespace podreel
