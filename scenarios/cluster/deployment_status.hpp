// The status of a Deployment: counts and conditions (pkg/controller/deployment/sync.go, progress.go).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/cluster/deployment_sizes.hpp"

namespace podreel::controllers {

[[nodiscard]] RollingRoom rolling_room(const nlohmann::json& deployment);

/// Of a Deployment with these ReplicaSets; `newest` is the one of its template, or null. `now`: a timestamp.
[[nodiscard]] nlohmann::json deployment_status(const nlohmann::json& deployment,
                                               const std::vector<nlohmann::json>& sets, const nlohmann::json& newest,
                                               const std::string& now);

/// All its pods are of its template, and available, by its status.
[[nodiscard]] bool is_complete(const nlohmann::json& deployment);

/// Until when a rollout must have moved on; no value: it is over, or has no deadline.
[[nodiscard]] std::optional<sim::Time> progress_deadline(const nlohmann::json& deployment,
                                                         const nlohmann::json& status);
void set_timed_out(nlohmann::json& status, const nlohmann::json& newest, const std::string& now);

/// Its condition Progressing.
void set_progressing(nlohmann::json& status, const char* value, const char* reason, const std::string& message,
                     const std::string& now);

}  // namespace podreel::controllers
