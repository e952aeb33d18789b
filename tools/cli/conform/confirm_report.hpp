// The output of `podreel confirm`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "tools/cli/conform/finding.hpp"

namespace podreel::cli {

/// One recording of a finding.
struct FindingAttempt {
  /// Delay of its faults against those of the finding.
  sim::Duration delay{};
  /// Files of the scenario and of the recording.
  std::string scenario{};
  std::string recording{};
  /// Why there is no recording; empty: there is one, and the verdict is valid.
  std::string failure{};
  FindingVerdict verdict{};
};

struct FindingResult {
  std::string name{};
  std::string file{};
  /// Why it cannot be recorded, one line per reason; empty: it can.
  std::vector<std::string> refused{};
  std::vector<FindingAttempt> attempts{};

  /// Returns the best outcome of the attempts: confirmed, then not confirmed, then not reached.
  [[nodiscard]] FindingOutcome outcome() const;
  [[nodiscard]] bool is_confirmed() const { return outcome() == FindingOutcome::confirmed; }
  /// Returns whether it has a verdict.
  [[nodiscard]] bool is_judged() const;
};

/// Prints a line for each attempt, the findings that cannot be recorded, and the totals.
void print_findings(std::ostream& out, release::Release kubelet, const std::vector<FindingResult>& results);

[[nodiscard]] nlohmann::ordered_json findings_document(release::Release kubelet,
                                                       const std::vector<FindingResult>& results);

}  // namespace podreel::cli
