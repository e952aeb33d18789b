// Why the nearest run of a scenario parts from a recording: what podreel would have taken for the same, and which of
// its rules would have to change.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/behaviour_table.hpp"
#include "scenarios/reproduce/recording/recording.hpp"

namespace podreel::reproduce {

/// What runs that come as far as the recording tell where it parts.
struct Accepted {
  /// Empty: nothing any more.
  std::string what;
  /// How many of the runs.
  std::size_t runs = 0;
  /// Before it. Without meaning where it is nothing.
  Gaps gap;
};

/// A row of the behaviour table that parts the two: turned around alone, podreel comes farther.
struct DecisiveRow {
  /// Says so, or would, of the release.
  const release::BehaviourRow* row = nullptr;
  /// The kubelet has the capability.
  bool holds = false;
  /// Where the two part then, in seconds; no value: nowhere.
  std::optional<double> parts_at;
};

/// A site of choices that decides what is told at the divergence, or when.
struct DecisiveSite {
  std::string site;
  /// What its rows in the timing table say.
  std::vector<std::string_view> rows;
  /// The gaps that choices there make, as long as what is told is the same.
  Gaps gap;
  /// Something else is told.
  bool decides_what = false;
};

/// A step of the explanation of what was simulated.
struct DecisiveStep {
  std::string rule;
  std::string sentence;
};

struct Divergence {
  /// Of both sides; no value where a side has nothing there.
  std::optional<double> recorded_gap;
  std::optional<double> simulated_gap;
  /// The most frequent first.
  std::vector<Accepted> accepted;
  /// What tells most first.
  std::vector<DecisiveRow> rows;
  /// Other kubelets that tell the recording by the choices of the nearest run.
  std::vector<release::Release> releases;
  std::vector<DecisiveSite> sites;
  /// Of the status, or of the sync that began last before it.
  std::vector<DecisiveStep> steps;
};

/// `nearest` must have a difference. Makes some hundreds of runs.
[[nodiscard]] Divergence divergence_of(const Recording& recording, const ReplayAttempt& nearest);

}  // namespace podreel::reproduce
