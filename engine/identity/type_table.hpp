// The fields of Kubernetes' Go types and the releases that have them: the data behind every identity formula.
#pragma once

#include <string_view>
#include <vector>

#include "engine/release/behaviour.hpp"

namespace podreel::identity {

/// One field of a Go struct. Rows of a type stand in Go's order.
struct TypeRow {
  /// "v1.VolumeMount" (public API), "core.Volume" (internal API, whose package was named api up to 1.8).
  std::string_view type;
  std::string_view field;
  /// "[]v1.EnvVar", "*bool", "map[string]string", "resource.Quantity" …
  std::string_view go_type;
  /// The JSON name in the public API; empty for a field whose members stand in the object around it.
  std::string_view json;
  bool omit_empty = false;
  bool inlined = false;
  release::ReleaseRange range;
  /// The range's ends were concluded from the public API: internal types were not observed in every release.
  bool inferred = false;
};

/// All rows: v1.* as reached from v1.Container, core.* and meta v1 as reached from core.Pod.
[[nodiscard]] const std::vector<TypeRow>& type_table();

}  // namespace podreel::identity
