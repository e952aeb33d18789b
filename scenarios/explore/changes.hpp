// Finds the changes between two releases of the kubelet, by rows of the behaviour table, and scenarios that show them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/explore/distinction.hpp"
#include "scenarios/explore/workload.hpp"

namespace podreel::explore {

/// Returns a row for each capability that one release has and the other lacks, with default feature gates.
[[nodiscard]] std::vector<const release::BehaviourRow*> changed_rows(const ReleaseStep& step);

/// Returns the rows that change the newer release's run of the scenario.
[[nodiscard]] std::vector<const release::BehaviourRow*> shown_rows(
    const format::Scenario& scenario, const ReleaseStep& step, const std::vector<const release::BehaviourRow*>& rows);

/// Adds a fault to the workload for each of `rows` that the workload then shows, and removes these from `rows`. Tries
/// at most `maximum` faults, spread over all.
[[nodiscard]] std::vector<std::pair<const release::BehaviourRow*, Workload>> shown_by_fault(
    const Workload& workload, const ReleaseStep& step, std::vector<const release::BehaviourRow*>& rows,
    std::size_t maximum);

/// Returns the smallest scenario from `workload` that still shows the row: it runs under both releases, with an
/// expectation for each. Returns no value if the workload does not show it. Tries at most `max_runs` scenarios.
[[nodiscard]] std::optional<Workload> change_scenario(const Workload& workload, const ReleaseStep& step,
                                                      const release::BehaviourRow& row, std::size_t max_runs = 600);

}  // namespace podreel::explore
