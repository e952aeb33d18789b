// The kubelet of a release, with that release's container hash.
#pragma once

#include "scenarios/batch/decide_cases.hpp"

namespace podreel::batch {

/// Containers must hold what they were read from (api::Container::stored).
[[nodiscard]] Decider decider_of(release::Behaviour behaviour);

}  // namespace podreel::batch
