// Where two identity policies of a kubelet part: a container that one of them takes for another than the spec asks for,
// and the other does not.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/decide/named_policies.hpp"
#include "scenarios/explore/workload.hpp"

namespace podreel::explorer {

/// All kubelets of a run have the one, whatever the scenario names for some of them, or all the other.
struct PolicyPair {
  decide::PolicySettings first;
  decide::PolicySettings second;
};

struct PolicyDivergence {
  /// What changed for the container, as `podreel upgrade` tells it: "1.31 hashes only name and image".
  std::string rule;
  /// The first policy takes it for another container; if not, the second one does.
  bool first_replaces = false;
  /// Of the kubelets that started it, and that looks at it.
  release::Release started_by{};
  release::Release seen_by{};

  /// The releases may be others.
  [[nodiscard]] bool is_like(const PolicyDivergence& other) const {
    return rule == other.rule && first_replaces == other.first_replaces;
  }
};

/// What parts them in a run of the scenario, in the order in which it is seen, alike ones once. Empty also where both
/// leave the same account.
[[nodiscard]] std::vector<PolicyDivergence> divergences_of(const language::Scenario& scenario, const PolicyPair& pair);

/// The workload with its kubelet swapped for one of each of the releases, when it has come to rest, and swapped back.
/// Fewer where that does not go together with its timeline.
[[nodiscard]] std::vector<Workload> swapped_at_rest(const Workload& workload,
                                                    std::span<const release::Release> releases);

/// The same without swapping back, at instants of its run: at most `most` of them, spread over all.
[[nodiscard]] std::vector<Workload> swapped_on_the_way(const Workload& workload,
                                                       std::span<const release::Release> releases, std::size_t most);

/// The smallest scenario that could be made of `workload` and shows a divergence like this one: runs under both
/// policies, and expects of each what it does. No value: the workload does not show it. Makes at most `most_runs`
/// scenarios.
[[nodiscard]] std::optional<Workload> policy_scenario(const Workload& workload, const PolicyPair& pair,
                                                      const PolicyDivergence& divergence, std::size_t most_runs = 600);

}  // namespace podreel::explorer
