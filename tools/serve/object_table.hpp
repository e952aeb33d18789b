// metav1.Table, the lists that API servers print for kubectl.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/apiserver/object_store.hpp"
#include "engine/sim/time.hpp"
#include "tools/serve/message.hpp"

namespace podreel::serve {

/// Returns a table with upstream's columns (pkg/printers/internalversion) and no rows, a metav1.Table. `metadata` is a
/// metav1.ListMeta.
[[nodiscard]] nlohmann::json table_without_rows(std::string_view resource, nlohmann::json metadata);

/// Returns the row of an object, a metav1.TableRow. Clients sort rows by the included parts of the objects.
[[nodiscard]] nlohmann::json table_row(std::string_view resource, const apiserver::StoredObject& object, sim::Time now,
                                       RowObjects included);

/// Returns a table with one row, with the object's version.
[[nodiscard]] nlohmann::json table_of(std::string_view resource, const apiserver::StoredObject& object, sim::Time now,
                                      RowObjects included);

}  // namespace podreel::serve
