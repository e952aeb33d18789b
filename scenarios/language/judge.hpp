// Did a run meet the expectations of its scenario?
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "engine/trace/record.hpp"
#include "scenarios/language/match.hpp"
#include "scenarios/language/scenario.hpp"

namespace podreel::language {

/// A pod as the API had it from some time on.
struct PodVersion {
  sim::Time since{};
  /// As kubectl prints it. Null: the pod was gone.
  std::shared_ptr<const nlohmann::json> object;
};

/// What there is to judge.
struct RunHistory {
  /// The instants at which the scenario began and at which the run ended.
  sim::Time start{};
  sim::Time end{};
  /// In the order of their times.
  std::vector<trace::Record> records;
  /// By "namespace/name"; versions in the order in which they came.
  std::map<std::string, std::vector<PodVersion>, std::less<>> pods;
};

/// What became of one expectation.
struct Verdict {
  const Expectation* expectation = nullptr;
  bool held = false;
  /// What was seen instead, in words; empty if it held.
  std::string seen;
  /// Where the pod differed from what it should be, at the instant that `seen` names.
  std::vector<Difference> differences;
  /// The records that came nearest, or that should not be: indices into `RunHistory::records`.
  std::vector<std::size_t> nearest;
};

/// "1m3.508s": an instant of the run for people, to the millisecond, since the scenario began.
[[nodiscard]] std::string time_text(sim::Time time, const RunHistory& history);

/// Whether an expectation is judged in this run (`when`).
[[nodiscard]] bool applies(const Expectation& expectation, const Scenario& scenario);

/// Judges every expectation that applies to the run, in the order of the file. Verdicts point into `scenario`.
[[nodiscard]] std::vector<Verdict> judge(const Scenario& scenario, const RunHistory& history);

/// A failed verdict for people: where it stands, what was expected, what was seen, and the nearest records. Several
/// lines, without colour.
[[nodiscard]] std::string render_verdict(const Verdict& verdict, const Scenario& scenario, const RunHistory& history);

}  // namespace podreel::language
