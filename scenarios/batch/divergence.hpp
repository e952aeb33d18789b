// Where two releases decide differently: which rule parts them.
#pragma once

#include <vector>

#include "engine/release/behaviour_table.hpp"
#include "scenarios/batch/decide_cases.hpp"

namespace podreel::batch {

/// The differences between two kubelets that make them answer one case differently: each is tried alone on the first
/// kubelet. If one of them alone turns its answer into the other's, only such are returned; else those that change it
/// at all; else those that change it one after the other. Empty if both answer the same, or if only the hashes that
/// they compute differ.
[[nodiscard]] std::vector<const release::BehaviourRow*> diverging_rules(const DecideCase& situation,
                                                                        const Decider& first, const Decider& second);

}  // namespace podreel::batch
