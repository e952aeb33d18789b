// Where a JSON value does not fit the Go type that a decoder would read it into.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "engine/types/type_graph.hpp"

namespace podreel::types {

/// A place where decoding would have failed.
struct Mismatch {
  /// "ports[0].containerPort"; empty for the value itself.
  std::string path;
  /// "an integer", "a quantity like 100m or 1Gi" …
  std::string expected;
  /// The value found, as JSON, shortened.
  std::string found;
};

/// The first place where `value` does not fit `type`, in the order of the type's fields; nothing if all of it does.
[[nodiscard]] std::optional<Mismatch> find_mismatch(const Type& type, const nlohmann::json& value);

}  // namespace podreel::types
