// Finds the rules that cause different decisions of two releases.
#pragma once

#include <vector>

#include "engine/release/behaviour_table.hpp"
#include "scenarios/batch/decide_cases.hpp"

namespace podreel::batch {

/// Returns the differences between two kubelets that cause different decisions in one case; each is tried alone on the
/// first kubelet. Returns those that alone produce the other's decision; otherwise those that change the decision;
/// otherwise those that change it in sequence. Empty if both decide the same, or if only their hashes differ.
[[nodiscard]] std::vector<const release::BehaviourRow*> diverging_rules(const DecideCase& situation,
                                                                        const Decider& first, const Decider& second);

}  // namespace podreel::batch
