// Finds divergences of two identity policies: containers that one of them considers changed and the other does not.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/decide/named_policies.hpp"
#include "scenarios/explore/workload.hpp"

namespace podreel::explore {

/// All kubelets of a run use one or the other, whatever policies the scenario names.
struct PolicyPair {
  decide::PolicySettings first;
  decide::PolicySettings second;
};

struct PolicyDivergence {
  /// Reason for the container's change, as in `podreel upgrade`: "1.31 hashes only name and image".
  std::string rule;
  /// The first policy considers the container changed; otherwise the second one does.
  bool first_replaces = false;
  /// Releases of the kubelet that started it, and of the one that checks it.
  release::Release started_by{};
  release::Release seen_by{};

  /// Ignores the releases.
  [[nodiscard]] bool is_like(const PolicyDivergence& other) const {
    return rule == other.rule && first_replaces == other.first_replaces;
  }
};

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
