// What `podreel match` says of recordings.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "scenarios/reproduce/recording/choice_search.hpp"
#include "scenarios/reproduce/recording/divergence.hpp"
#include "tools/cli/reproduce/match_pairs.hpp"

namespace podreel::cli {

struct MatchOutcome {
  MatchPair pair;
  /// What is wrong with the input; empty: nothing, and the rest counts.
  std::string refusal{};
  reproduce::ChoicesFound found{};
  /// Where the nearest run parts; no value: the recording is told.
  std::optional<reproduce::Divergence> divergence{};
  std::chrono::duration<double> took{};

  [[nodiscard]] bool is_told() const noexcept { return refusal.empty() && !divergence; }
};

/// "told: seed 3, found in 3 runs"; or both sides of the first difference, what would have been accepted, and which
/// rules would have to change.
[[nodiscard]] std::string match_text(const MatchOutcome& outcome);

/// A line for each recording, then that text of each that is not told, and how many are.
void print_matches(std::ostream& out, const std::vector<MatchOutcome>& outcomes);

[[nodiscard]] nlohmann::ordered_json match_document(const MatchOutcome& outcome);

/// JUnit's XML, a test case for each recording. Times are the machine's.
void print_match_junit(std::ostream& out, const std::vector<MatchOutcome>& outcomes);

}  // namespace podreel::cli
