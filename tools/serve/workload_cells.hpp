// Table cells of workloads and their parts (pkg/printers/internalversion/printers.go).
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/sim/time.hpp"

namespace podreel::serve {

/// Returns the age of an object since the time in one of its fields.
[[nodiscard]] std::string age_since(const nlohmann::json& object, const char* field, sim::Time now);
[[nodiscard]] std::string age_of(const nlohmann::json& object, sim::Time now);

[[nodiscard]] nlohmann::json deployment_cells(const nlohmann::json& object, sim::Time now);
[[nodiscard]] nlohmann::json replica_set_cells(const nlohmann::json& object, sim::Time now);
[[nodiscard]] nlohmann::json stateful_set_cells(const nlohmann::json& object, sim::Time now);
[[nodiscard]] nlohmann::json daemon_set_cells(const nlohmann::json& object, sim::Time now);
[[nodiscard]] nlohmann::json job_cells(const nlohmann::json& object, sim::Time now);
[[nodiscard]] nlohmann::json cron_job_cells(const nlohmann::json& object, sim::Time now);
[[nodiscard]] nlohmann::json budget_cells(const nlohmann::json& object, sim::Time now);
[[nodiscard]] nlohmann::json revision_cells(const nlohmann::json& object, sim::Time now);

}  // namespace podreel::serve
