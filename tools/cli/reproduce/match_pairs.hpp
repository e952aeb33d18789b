// Which scenario is to tell which recording.
#pragma once

#include <string>
#include <vector>

namespace podreel::cli {

struct MatchPair {
  std::string recording;
  /// Empty: there is none.
  std::string scenario;
};

struct MatchPairs {
  /// By the recording's name.
  std::vector<MatchPair> pairs;
  /// Scenarios of the folder that no recording names.
  std::vector<std::string> left_out;
  /// Folders were named.
  bool is_folder = false;
};

/// Two files are a pair. Of two folders, a recording belongs to the scenario that has its name below the folder, or the
/// longest end of it: 1.30/faults/oom.jsonl to 1.30/faults/oom.yaml, faults/oom.yaml or oom.yaml; else to the only file
/// of that name, wherever it is: issues/oom.yaml. A folder of recordings may be of one scenario. Throws BadInput for
/// what is not there, links that lead out of a folder, and a folder without recordings.
[[nodiscard]] MatchPairs match_pairs(const std::string& scenarios, const std::string& recordings);

}  // namespace podreel::cli
