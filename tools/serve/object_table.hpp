// metav1.Table, the lists that API servers print for kubectl.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "engine/apiserver/object_store.hpp"
#include "engine/sim/time.hpp"
#include "tools/serve/message.hpp"

namespace podreel::serve {

/// Returns a table with upstream's columns (pkg/printers/internalversion). `metadata` is a metav1.ListMeta. Clients
/// sort rows by the included parts of the objects.
[[nodiscard]] nlohmann::json table_of(std::string_view resource, std::span<const apiserver::StoredObject> objects,
                                      sim::Time now, nlohmann::json metadata, RowObjects included);

}  // namespace podreel::serve
