// Pairs of recordings and their scenarios.
#pragma once

#include <string>
#include <vector>

namespace podreel::cli {

struct MatchPair {
  std::string recording;
  /// Empty: no scenario was found.
  std::string scenario;
};

struct MatchPairs {
  /// Sorted by the recording's name.
  std::vector<MatchPair> pairs;
  /// Scenarios of the folder without a recording.
  std::vector<std::string> left_out;
  /// Whether the arguments are folders.
  bool is_folder = false;
};

/// Returns the pairs. Two files are one pair. With two folders, a recording belongs to the scenario with the same
/// relative path, or with the longest common end of the path: 1.30/faults/oom.jsonl to 1.30/faults/oom.yaml,
/// faults/oom.yaml or oom.yaml; otherwise to the only file with that name in any folder: issues/oom.yaml. A folder of
/// recordings may belong to one scenario. Throws BadInput for missing files, links that lead out of a folder, and a
/// folder without recordings.
[[nodiscard]] MatchPairs match_pairs(const std::string& scenarios, const std::string& recordings);

}  // namespace podreel::cli
