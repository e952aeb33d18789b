// Lists as the API server prints them for kubectl: metav1.Table.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "engine/apiserver/object_store.hpp"
#include "engine/sim/time.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// With upstream's columns (pkg/printers/internalversion). `metadata`: a metav1.ListMeta. Clients sort rows by what
/// these have of their objects.
[[nodiscard]] nlohmann::json table_of(std::string_view resource, std::span<const apiserver::StoredObject> objects,
                                      sim::Time now, nlohmann::json metadata, RowObjects included);

}  // namespace podreel::server
