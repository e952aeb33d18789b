// Kinds of objects that have no `kind`.
#pragma once

#include <string_view>

#include "engine/api/cursor.hpp"

namespace podreel::manifests {

/// The kind of a list's items, which do not repeat it: "Pod" for "PodList"; empty for "List" and for what is no list.
[[nodiscard]] std::string_view kind_of_items(std::string_view list_kind) noexcept;

/// Returns the only kind that an item of a list can be by its members: "Pod", "Node", "PodDisruptionBudget"; empty if
/// they do not determine it.
[[nodiscard]] std::string_view kind_by_shape(const api::Cursor& object);

/// Returns an item's own kind, or else that of its list's items, or else the only one that it can be; empty if none is
/// known.
[[nodiscard]] std::string_view kind_of_item(const api::Cursor& object, std::string_view list_kind);

}  // namespace podreel::manifests
