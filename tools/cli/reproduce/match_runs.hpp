// Matches recordings with their scenarios, several at a time.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scenarios/format/load_options.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/reproduce/match_report.hpp"

namespace podreel::cli {

struct MatchTask {
  MatchPair pair;
  format::LoadOptions load;
};

struct MatchSettings {
  reproduce::Compared compared{};
  /// Per recording, as --budget has it.
  std::string budget = "2000";
  /// Number of recordings at a time; 0: one per core.
  std::size_t jobs = 0;
};

/// Matches all recordings, and returns the outcomes in their order. An error in the input of one is in its outcome.
[[nodiscard]] std::vector<MatchOutcome> match_all(const std::vector<MatchTask>& tasks, const MatchSettings& settings,
                                                  Context& context);

}  // namespace podreel::cli
