// Finds divergences of two identity policies in a run: containers that one of them considers changed and the other does
// not, and pods about which they decide differently.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/decide/named_policies.hpp"
#include "engine/decide/policy.hpp"
#include "engine/release/release.hpp"

namespace podreel::simulation {

/// All kubelets of a run use one or the other, whatever policies the scenario names.
struct PolicyPair {
  decide::PolicySettings first;
  decide::PolicySettings second;
};

struct PolicyDivergence {
  /// Reason for the container's change, as in `podreel upgrade`: "1.31 hashes only name and image"; or both decisions.
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

/// The policies of a run that follows the first policy and compares each answer with that of the second one.
class PolicyComparison {
 public:
  /// `pair` must outlive it.
  explicit PolicyComparison(const PolicyPair& pair);
  ~PolicyComparison();
  PolicyComparison(const PolicyComparison&) = delete;
  PolicyComparison& operator=(const PolicyComparison&) = delete;

  /// Returns the policies for one replay, which this object must outlive.
  [[nodiscard]] decide::PolicyFactory policies();
  /// Returns the divergences so far, in order of occurrence, without duplicates.
  [[nodiscard]] const std::vector<PolicyDivergence>& divergences() const noexcept;

 private:
  class Divergences;
  class AskingBoth;

  std::unique_ptr<Divergences> divergences_;
};

}  // namespace podreel::simulation
