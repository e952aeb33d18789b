// Finds the changes between two releases of the kubelet, by rows of the behaviour table, and scenarios that show them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/explore/change_mark.hpp"
#include "scenarios/explore/workload.hpp"

namespace podreel::explorer {

/// Returns a row for each capability that one release has and the other lacks, with default feature gates.
[[nodiscard]] std::vector<const release::BehaviourRow*> changed_rows(const Step& step);

/// Returns the rows that change the newer release's run of the scenario.
[[nodiscard]] std::vector<const release::BehaviourRow*> shown_rows(
    const language::Scenario& scenario, const Step& step, const std::vector<const release::BehaviourRow*>& rows);

/// The workload with something that goes wrong, for each of the rows that the workload then shows and that `rows` still
/// has; takes these out of `rows`. Tries at most `most` of what can go wrong, spread over all of it.
[[nodiscard]] std::vector<std::pair<const release::BehaviourRow*, Workload>> shown_by_fault(
    const Workload& workload, const Step& step, std::vector<const release::BehaviourRow*>& rows, std::size_t most);

/// The smallest scenario that could be made of `workload` and still shows the row: runs under both releases, and
/// expects of each what it does. No value: the workload does not show it. Makes at most `most_runs` scenarios.
[[nodiscard]] std::optional<Workload> change_scenario(const Workload& workload, const Step& step,
                                                      const release::BehaviourRow& row, std::size_t most_runs = 600);

}  // namespace podreel::explorer
