// Records SyncPod runs.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "engine/sync/sync_pod.hpp"
#include "scenarios/batch/sync_cases.hpp"

namespace podreel::batch {

/// Returns SyncAnswer::record.
[[nodiscard]] nlohmann::ordered_json sync_record(const SyncCase& sync_case, const sync::SyncOutcome& outcome,
                                                 const ScriptedRuntime& runtime, std::vector<nlohmann::json> events);

}  // namespace podreel::batch
