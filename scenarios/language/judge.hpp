// Did a run meet the expectations of its scenario?
#pragma once

#include <functional>
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
  /// As the API prints it: apiVersion, kind, metadata, spec, status. Null: the pod was gone.
  std::shared_ptr<const nlohmann::json> object;
};

/// What there is to judge.
struct RunHistory {
  /// The instants at which the scenario began and at which the run ended.
  sim::Time start{};
  sim::Time end{};
  /// In the order in which things happened.
  std::vector<trace::Record> records;
  /// By "namespace/name"; versions in the order in which they came.
  std::map<std::string, std::vector<PodVersion>, std::less<>> pods;
};

/// What became of one expectation.
struct Verdict {
  const Expectation* expectation = nullptr;
  bool held = false;
  /// What was expected, in words.
  std::string expected;
  /// What was seen instead; empty if it held.
  std::string seen;
  /// Where a pod differs from what it should be, at the instant that `seen` names.
  std::vector<Difference> differences;
  /// The records that came nearest, indices into `RunHistory::records`.
  std::vector<std::size_t> nearest;
};

/// Judges every expectation that applies to the run, in the order of the file.
[[nodiscard]] std::vector<Verdict> judge(const Scenario& scenario, const RunHistory& history);

/// Whether an expectation is judged in this run (`when`).
[[nodiscard]] bool applies(const Expectation& expectation, const Scenario& scenario);

}  // namespace podreel::language
