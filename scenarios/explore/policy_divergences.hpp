// Searches for divergences of two identity policies, and turns them into scenarios.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/explore/workload.hpp"
#include "scenarios/simulation/policy_comparison.hpp"

namespace podreel::explore {

using simulation::PolicyDivergence;
using simulation::PolicyPair;

/// Returns the divergences in a run of the scenario, in order of occurrence, without duplicates. Empty also if both
/// policies lead to the same result.
[[nodiscard]] std::vector<PolicyDivergence> divergences_of(const format::Scenario& scenario, const PolicyPair& pair);

/// Returns variants of the workload that change its kubelet to each of the releases after it has settled, and back.
/// Leaves out variants that conflict with its timeline.
[[nodiscard]] std::vector<Workload> swapped_at_rest(const Workload& workload,
                                                    std::span<const release::Release> releases);

/// Returns variants without a change back, at up to `maximum` instants spread over its run.
[[nodiscard]] std::vector<Workload> swapped_on_the_way(const Workload& workload,
                                                       std::span<const release::Release> releases, std::size_t maximum);

/// Returns the smallest scenario from `workload` with such a divergence: it runs under both policies, with an
/// expectation for each. Returns no value if the workload does not show it. Tries at most `max_runs` scenarios.
[[nodiscard]] std::optional<Workload> policy_scenario(const Workload& workload, const PolicyPair& pair,
                                                      const PolicyDivergence& divergence, std::size_t max_runs = 600);

}  // namespace podreel::explore
