// Table cells of Services and their endpoints (pkg/printers/internalversion/printers.go).
#pragma once

#include <nlohmann/json.hpp>

#include "engine/sim/time.hpp"

namespace podreel::serve {

[[nodiscard]] nlohmann::json service_cells(const nlohmann::json& object, sim::Time now);
[[nodiscard]] nlohmann::json endpoints_cells(const nlohmann::json& object, sim::Time now);
[[nodiscard]] nlohmann::json endpoint_slice_cells(const nlohmann::json& object, sim::Time now);

}  // namespace podreel::serve
