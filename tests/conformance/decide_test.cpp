#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "scenarios/batch/decide_cases.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/kubelet_label.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/verified.hpp"

namespace podreel {

namespace {

using nlohmann::ordered_json;

/// Stands in for a release's hash where containers are not whole: then only equality matters.
std::uint64_t hash_of_name(const api::Container& container) {
  std::uint64_t hash = 1;
  for (const char character : container.name) hash = hash * 31 + static_cast<unsigned char>(character);
  return hash;
}

std::string as_it_is(const std::string& message) {
  return message;
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

using Normalize = std::string (*)(const std::string& message);

void normalize_messages(ordered_json& actions, Normalize normalize) {
  if (!actions.contains("containersToKill")) return;
  for (ordered_json& kill : actions["containersToKill"])
    kill["message"] = normalize(kill["message"].get<std::string>());
  ordered_json& start = actions["containersToStart"];
  if (!start.is_object()) return;
  for (auto& [index, message] : start.items()) message = normalize(message.get<std::string>());
}

batch::DecideCase read_case(const std::string& text) {
  return batch::decide_case_from(jsonl::JsonField{nlohmann::json::parse(text), ""});
}

/// Containers in the recordings are as the API server stores them, or (in the repository) only what a decision looks
/// at.
enum class Containers { whole, slim };

/// Asks the kubelets of the recordings, and counts by label how many answers are the recorded ones.
class Comparison {
 public:
  explicit Comparison(Containers containers) : containers_(containers) {}

  void compare(const batch::DecideCase& situation, const std::string& label, const ordered_json& recorded) {
    const Normalize normalize = normalize_for(recorded);
    ordered_json expected = recorded;
    normalize_messages(expected, normalize);
    ordered_json answer = batch::to_json(batch::decide_case(situation, decider(label)));
    normalize_messages(answer, normalize);
    testing::VerifiedTally& tally = tallies_[label];
    ++tally.total;
    if (answer == expected) {
      ++tally.equal;
    } else if (!first_differences_.contains(label)) {
      first_differences_[label] =
          fmt::format("case {}:\n  recorded {}\n  answered {}", situation.id.dump(), expected.dump(), answer.dump());
    }
  }

  const std::map<std::string, testing::VerifiedTally>& report() const {
    std::string counts;
    for (const auto& [label, tally] : tallies_)
      counts += fmt::format("\n  {:32} {}/{}", label, tally.equal, tally.total);
    for (const auto& [label, difference] : first_differences_) {
      FAIL_CHECK(label << " differs first in " << difference);
    }
    CHECK_FALSE(tallies_.empty());
    MESSAGE("decisions equal to the recorded ones:" << counts);
    return tallies_;
  }

 private:
  Normalize normalize_for(const ordered_json& recorded) const {
    if (recorded.contains("containersToKeep")) return kind_of;
    return containers_ == Containers::whole ? as_it_is : without_hashes;
  }

  const batch::Decider& decider(const std::string& label) {
    const auto known = deciders_.find(label);
    if (known != deciders_.end()) return known->second;
    const testing::KubeletLabel parsed = testing::parse_kubelet_label(label);
    batch::Decider decider = batch::decider_of(release::behaviour_of(parsed.release, parsed.gates));
    if (containers_ == Containers::slim) decider.policy = std::make_shared<decide::HashPolicy>(hash_of_name);
    return deciders_.emplace(label, std::move(decider)).first->second;
  }

  Containers containers_;
  std::map<std::string, batch::Decider> deciders_;
  std::map<std::string, testing::VerifiedTally> tallies_;
  std::map<std::string, std::string> first_differences_;
};

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  REQUIRE_MESSAGE(in, "cannot read " << file.string());
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The positions that "0-3,7" names.
std::vector<std::size_t> positions(const std::string& ranges) {
  std::vector<std::size_t> result;
  std::istringstream in(ranges);
  for (std::string run; std::getline(in, run, ',');) {
    const std::size_t dash = run.find('-');
    const std::size_t first = std::stoul(run);
    const std::size_t last = dash == std::string::npos ? first : std::stoul(run.substr(dash + 1));
    for (std::size_t i = first; i <= last; ++i) result.push_back(i);
  }
  return result;
}

}  // namespace

TEST_CASE("one situation of each kind is decided as recorded by every release") {
  const std::vector<std::string> lines = lines_of(testing::source_path("tests/recordings/decide.jsonl"));
  const ordered_json labels = ordered_json::parse(lines.at(0)).at("labels");
  Comparison comparison(Containers::slim);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const ordered_json line = ordered_json::parse(lines[i]);
    const batch::DecideCase situation = read_case(line.at("case").dump());
    for (const ordered_json& group : line.at("expected")) {
      for (const std::size_t label : positions(group.at("versions").get<std::string>())) {
        comparison.compare(situation, labels.at(label).get<std::string>(), group.at("actions"));
      }
    }
  }
  comparison.report();
}

TEST_CASE("every recorded situation is decided as recorded by every release") {
  const auto folder = testing::conformance_folder();
  if (!folder) return;
  std::map<int, batch::DecideCase> cases;
  for (const std::string& line : lines_of(*folder / "decide" / "cases.jsonl")) {
    batch::DecideCase situation = read_case(line);
    const int id = situation.id.get<int>();
    cases.emplace(id, std::move(situation));
  }
  Comparison comparison(Containers::whole);
  testing::Sample sample{{.sanitized = 12}};
  for (const char* file : {"expected.jsonl", "expected-1.7.jsonl"}) {
    for (const std::string& line : lines_of(*folder / "decide" / file)) {
      if (!sample.has_next()) continue;
      const ordered_json recorded = ordered_json::parse(line);
      for (const ordered_json& group : recorded.at("expected")) {
        for (const std::string label : group.at("versions")) {
          comparison.compare(cases.at(recorded.at("id").get<int>()), label, group.at("actions"));
        }
      }
    }
  }
  const auto& counted = comparison.report();
  if (!testing::is_sanitized) testing::hold_against_verified("decide", counted);
}

}  // namespace podreel
