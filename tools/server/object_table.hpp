// Lists as the API server prints them for kubectl: metav1.Table.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "engine/sim/time.hpp"
#include "tools/server/object_log.hpp"

namespace podreel::server {

/// With upstream's columns (pkg/printers/internalversion). `version`: of the list.
[[nodiscard]] nlohmann::json table_of(std::string_view resource, std::span<const LoggedObject> objects, sim::Time now,
                                      std::uint64_t version);

}  // namespace podreel::server
