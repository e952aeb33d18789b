// The output of `podreel match`.
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
  /// Error in the input; empty: none, and the other members are valid.
  std::string refusal{};
  /// There is no recording because the scenario cannot be recorded; `refusal` says why.
  bool is_skipped = false;
  /// The recording is of other kubelets than those that were simulated (kubelet_note); empty: it is not.
  std::string kubelet_note{};
  /// Number of recorded events that were compared.
  std::size_t compared = 0;
  reproduce::ChoicesFound found{};
  /// Divergence of the closest run; no value: the recording is reproduced.
  std::optional<reproduce::Divergence> divergence{};
  std::chrono::duration<double> took{};

  [[nodiscard]] bool is_reproduced() const noexcept { return refusal.empty() && !divergence; }
};

/// Returns "reproduced with seed 3 (3 runs)", or both sides of the first difference, the accepted alternatives, and the
/// possible causes.
[[nodiscard]] std::string match_text(const MatchOutcome& outcome);

/// Returns the first difference on one line: "12.345s, different status".
[[nodiscard]] std::string difference_in_brief(const MatchOutcome& outcome);

/// Returns the first possible cause of the divergence: "behaviour NAME", "as kubelet 1.35.9", "timing site NAME", "rule
/// NAME"; "no known cause" if there is none.
[[nodiscard]] std::string cause_in_brief(const reproduce::Divergence& divergence);

/// Prints a line per recording, the text of each one that is not reproduced, and the number of reproduced recordings.
void print_matches(std::ostream& out, const std::vector<MatchOutcome>& outcomes);

[[nodiscard]] nlohmann::ordered_json match_document(const MatchOutcome& outcome);

/// Prints JUnit XML with a test case per recording. Times are wall-clock times.
void print_match_junit(std::ostream& out, const std::vector<MatchOutcome>& outcomes);

}  // namespace podreel::cli
