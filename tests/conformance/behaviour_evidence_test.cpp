// Rows of the behaviour table that say "recorded": the recordings that they name show the row, on both sides.
#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/release/behaviour_table.hpp"
#include "scenarios/batch/decide_cases.hpp"
#include "scenarios/batch/status_cases.hpp"
#include "scenarios/batch/sync_session.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/json_lines.hpp"
#include "tests/support/known_choices.hpp"
#include "tests/support/kubelet_label.hpp"
#include "tests/support/recorded_timeline.hpp"
#include "tests/support/sanitizers.hpp"

namespace podreel::testing {

namespace {

using release::Behaviour;
using release::Capability;

std::uint64_t hash_of_name(const api::Container& container) {
  std::uint64_t hash = 1;
  for (const char character : container.name) hash = hash * 31 + static_cast<unsigned char>(character);
  return hash;
}

/// "1.27.7/decide/2": the kubelet, the kind of recording, and its id; of a timeline, "1.28.0-a/02", there is no kind.
struct Side {
  std::string kubelet;
  std::string kind;
  std::string id;
};

Side side_of(std::string_view text) {
  const std::size_t first = text.find('/');
  const std::size_t last = text.rfind('/');
  const auto kind = first == last ? std::string_view{"timeline"} : text.substr(first + 1, last - first - 1);
  return {std::string{text.substr(0, first)}, std::string{kind}, std::string{text.substr(last + 1)}};
}

/// Answers of podreel to what was recorded.
class Evidence {
 public:
  explicit Evidence(std::filesystem::path folder) : folder_{std::move(folder)} {}

  /// Whether podreel answers otherwise with the capability inverted. What it answers without is compared with the
  /// recording by the other tests of this folder.
  [[nodiscard]] bool shows(const Side& side, Capability capability) {
    if (side.kind == "timeline") return timeline_shows(side.kubelet + "/" + side.id, capability);
    const Behaviour behaviour = behaviour_of_label(side.kubelet);
    const Behaviour inverted = with_overrides(behaviour, {capability});
    if (side.kind == "syncpod") return synced(side.id, behaviour) != synced(side.id, inverted);
    return answer(side, behaviour) != answer(side, inverted);
  }

 private:
  const nlohmann::json& case_of(const std::string& kind, const std::string& id) {
    auto& cases = cases_[kind];
    if (cases.empty()) {
      for (nlohmann::json& line : read_json_lines(folder_ / kind / "cases.jsonl")) {
        std::string name = line.at("id").dump();
        cases.emplace(std::move(name), std::move(line));
      }
    }
    return cases.at(id);
  }

  std::string answer(const Side& side, const Behaviour& behaviour) {
    const nlohmann::json& recorded = case_of(side.kind, side.id);
    if (side.kind == "apistatus") {
      return api::to_json(batch::report_status(batch::status_case_from({recorded, ""}), behaviour)).dump();
    }
    batch::Decider decider = batch::decider_of(behaviour);
    decider.policy = std::make_shared<decide::HashPolicy>(hash_of_name);
    return batch::to_json(batch::decide_case(batch::decide_case_from({recorded, ""}), decider)).dump();
  }

  /// Steps of one session depend on those before them.
  std::string synced(const std::string& id, const Behaviour& behaviour) {
    batch::SyncSession session{{behaviour, std::make_shared<decide::HashPolicy>(hash_of_name)}};
    std::string answers;
    for (const nlohmann::json& line : read_json_lines(folder_ / "syncpod" / "cases.jsonl")) {
      const std::string answered = session.run(batch::sync_case_from({line, ""})).record.dump();
      if (line.at("id").dump() == id) answers += answered;
    }
    return answers;
  }

  bool timeline_shows(const std::string& id, Capability capability) {
    const RecordedTimeline recording = read_recorded_timeline(folder_ / "timeline", id);
    const std::optional<KnownChoices> how = reproduction_of(recording);
    if (!how) return false;
    RecordedTimeline other = recording;
    other.scenario.node.kubelet.overrides.push_back(capability);
    return attempt(other, how->seed, how->choices).difference.has_value();
  }

  std::optional<KnownChoices> reproduction_of(const RecordedTimeline& recording) {
    for (std::uint64_t seed = 1; seed <= timeline_seeds; ++seed) {
      const Attempt tried = attempt_seed(recording, seed);
      if (!tried.difference) return KnownChoices{seed, tried.choices};
    }
    const auto known = known_.find(recording.id);
    return known == known_.end() ? std::nullopt : std::optional{known->second};
  }

  std::filesystem::path folder_;
  AllKnownChoices known_ = read_known_choices(known_choices_file);
  std::map<std::string, std::map<std::string, nlohmann::json>> cases_;
};

}  // namespace

TEST_CASE("what a row calls recorded would differ without the row, on both sides of its boundary") {
  const auto folder = conformance_folder();
  if (!folder || is_sanitized) {
    MESSAGE("no recordings beside the checkout, or a slow build: skipped");
    return;
  }
  Evidence evidence{*folder};
  for (const release::BehaviourRow& row : release::behaviour_table()) {
    for (const release::Evidence& claimed : row.evidence) {
      if (claimed.kind != release::EvidenceKind::recorded) continue;
      CAPTURE(row.name);
      CAPTURE(claimed.before);
      CHECK(evidence.shows(side_of(claimed.before), row.capability));
      CAPTURE(claimed.after);
      CHECK(evidence.shows(side_of(claimed.after), row.capability));
    }
  }
}

}  // namespace podreel::testing
