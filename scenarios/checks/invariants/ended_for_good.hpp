// Which containers are over, by what their pods ask for.
#pragma once

#include "engine/api/pod.hpp"
#include "scenarios/checks/invariants/history.hpp"

namespace podreel::invariants {

/// Nothing may start this regular container again: so its pod is written. False while it runs, and of what was killed.
[[nodiscard]] bool has_ended_for_good(const api::Pod& pod, const Instance& instance);

}  // namespace podreel::invariants
