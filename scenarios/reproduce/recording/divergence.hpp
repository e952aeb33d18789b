// Explains why the closest run of a scenario diverges from a recording: which events would match, and which of
// podreel's rules decide it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/behaviour_table.hpp"
#include "scenarios/reproduce/recording/recording.hpp"

namespace podreel::reproduce {

/// Event at the divergence in runs that agree with the recording up to it.
struct Accepted {
  /// Empty if nothing follows.
  std::string what;
  /// Number of the runs.
  std::size_t runs = 0;
  /// Time before the event; meaningless if nothing follows.
  Gaps gap;
};

/// A row of the behaviour table that causes the divergence: inverted alone, it moves the divergence later.
struct DecisiveRow {
  /// The row that describes the release, or its opposite.
  const release::BehaviourRow* row = nullptr;
  /// Whether the kubelet has the capability.
  bool holds = false;
  /// Time of the divergence with the inverted row, in seconds; no value if there is none.
  std::optional<double> parts_at;
};

/// A site of choices that decides which event occurs at the divergence, or when.
struct DecisiveSite {
  std::string site;
  /// Descriptions in its rows of the timing table.
  std::vector<std::string_view> rows;
  /// Possible gaps with other choices at the site, as long as the event is the same.
  Gaps gap;
  /// Other choices lead to another event.
  bool decides_event = false;
};

/// A step of the explanation of the simulated behaviour.
struct DecisiveStep {
  std::string rule;
  std::string sentence;
};

struct Divergence {
  /// Gaps of both sides; no value if a side has no event there.
  std::optional<double> recorded_gap;
  std::optional<double> simulated_gap;
  /// The most frequent first.
  std::vector<Accepted> accepted;
  /// The row with the latest remaining divergence first.
  std::vector<DecisiveRow> rows;
  /// Other kubelets that reproduce the recording with the choices of the closest run.
  std::vector<release::Release> releases;
  std::vector<DecisiveSite> sites;
  /// Explanation of the status, or of the last sync that began before it.
  std::vector<DecisiveStep> steps;
};

/// Explains the difference that `nearest` must have. Makes some hundreds of runs.
[[nodiscard]] Divergence divergence_of(const Recording& recording, const ReplayAttempt& nearest);

}  // namespace podreel::reproduce
