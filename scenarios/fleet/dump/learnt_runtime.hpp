// How the containers of a cluster answer their probes, as far as its dump tells.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "runtime_fake/script.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// From where it is known how long a workload's pods take to be ready.
enum class StartKnowledge : std::uint8_t {
  /// Nothing is asked of them: they are once they run.
  nothing_asked,
  /// From its pods (Workload::ready_after).
  learnt,
  /// They are taken to answer their probes well from the start.
  assumed,
};

[[nodiscard]] StartKnowledge start_knowledge(const Workload& workload);

/// Containers of which it was learnt do not answer their probes before: so that they are ready, on the average, when
/// they were. Not longer than their liveness probes bear. Where a command that a probe runs is run by a hook as well,
/// it answers at once.
[[nodiscard]] runtime_fake::RuntimeScript learnt_runtime(const Cluster& cluster);

}  // namespace podreel::fleet
