// The status of a Deployment: counts and conditions (pkg/controller/deployment/sync.go, progress.go).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/cluster/deployment_sizes.hpp"

namespace podreel::cluster {

[[nodiscard]] RollingRoom rolling_room(const nlohmann::json& deployment);

/// Returns the status of a Deployment with these ReplicaSets; `newest` is the one of its template, or null. `now` is a
/// timestamp.
[[nodiscard]] nlohmann::json deployment_status(const nlohmann::json& deployment,
                                               const std::vector<nlohmann::json>& sets, const nlohmann::json& newest,
                                               const std::string& now);

/// Whether, by its status, all its pods have its template and are available.
[[nodiscard]] bool is_complete(const nlohmann::json& deployment);

/// Returns the time until which a rollout must progress; no value if it is complete or has no deadline.
[[nodiscard]] std::optional<sim::Time> progress_deadline(const nlohmann::json& deployment,
                                                         const nlohmann::json& status);
void set_timed_out(nlohmann::json& status, const nlohmann::json& newest, const std::string& now);

/// Sets the condition Progressing.
void set_progressing(nlohmann::json& status, const char* value, const char* reason, const std::string& message,
                     const std::string& now);

}  // namespace podreel::cluster
