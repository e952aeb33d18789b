// apimachinery's equality.Semantic.DeepEqual on JSON read as a Go type.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/types/catalogue.hpp"

namespace podreel::types {

/// Whether two values are the same to Kubernetes: quantities by value, nothing and empty lists or maps alike, members
/// that the type does not have ignored.
[[nodiscard]] bool semantic_equal(const Type& type, const nlohmann::json& left, const nlohmann::json& right);

}  // namespace podreel::types
