// The fields of Kubernetes objects, by the table of types, and objects that have them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/types/type_graph.hpp"

namespace podreel::testing {

/// A field of a Go type that holds no others, wherever it stands below the type.
struct LeafField {
  /// "/spec/containers/0/livenessProbe/periodSeconds".
  std::string place;
  types::Kind kind{};
};

/// All of them, by the table of types. Of a list the first item stands for all, of a map the member "cpu".
[[nodiscard]] std::vector<LeafField> leaf_fields(const types::Type& type);

/// The object with a value in the field. What is missing on the way is made of what it must have.
[[nodiscard]] nlohmann::json with_value(nlohmann::json object, const types::Type& type, const std::string& place,
                                        const nlohmann::json& value);

}  // namespace podreel::testing
