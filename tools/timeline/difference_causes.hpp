// Behaviours of a release that cause the differences of two runs, found by replays with single behaviours inverted.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/release/behaviour_table.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/timeline/difference_groups.hpp"
#include "tools/timeline/limited_replay.hpp"
#include "tools/timeline/wording_groups.hpp"

namespace podreel::cli {

/// A behaviour that one of the kubelets has and the other does not.
struct SwitchedBehaviour {
  const release::BehaviourRow* row = nullptr;
  bool is_of_left = false;
};

/// Returns the behaviours in which the scenarios' first kubelets differ, in the order of the table.
[[nodiscard]] std::vector<SwitchedBehaviour> switched_behaviours(const format::Scenario& left,
                                                                 const format::Scenario& right);

/// Behaviours that cause one group of differences.
struct GroupCauses {
  /// Each alone decides: inverted in one run, the other run's records appear.
  std::vector<SwitchedBehaviour> deciding;
  /// If none decides alone: those that change these records.
  std::vector<SwitchedBehaviour> contributing;
};

/// The causes of each group, by index.
struct DifferenceCauses {
  std::vector<GroupCauses> groups;
  std::vector<GroupCauses> wordings;
  std::vector<GroupCauses> fields;
  /// Behaviours that were not tried, because the budget of replays ended.
  std::size_t untried = 0;
};

/// One side of a comparison.
struct ComparedSide {
  const format::Scenario& scenario;
  const ComparableTimelineSink& timeline;
  const SeedRange& range;
};

/// Tries each behaviour that differs. Differences of other origin, such as an identity policy, have no causes.
[[nodiscard]] DifferenceCauses find_causes(const ComparedSide& left, const ComparedSide& right,
                                           const std::vector<DifferenceGroup>& groups,
                                           const WordingDifferences& wording, LineBudget& budget);

}  // namespace podreel::cli
