// Derives probe answers of a cluster's containers from its dump.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "runtime_fake/script.hpp"
#include "scenarios/fleet/fleet.hpp"

namespace podreel::fleet {

/// Source of the start-up time of a workload's pods.
enum class StartKnowledge : std::uint8_t {
  /// Without probes: pods are ready once they run.
  no_probes,
  /// From its pods (Workload::ready_after).
  learnt,
  /// Assumed to answer their probes successfully from the start.
  assumed,
};

[[nodiscard]] StartKnowledge start_knowledge(const Workload& workload);

/// Delays the probe answers of containers with known start-up times, so that on average they are ready after that time.
/// Limits the delay to what their liveness probes tolerate. A command that a hook also runs answers at once.
[[nodiscard]] runtime_fake::RuntimeScript learnt_runtime(const Cluster& cluster);

}  // namespace podreel::fleet
