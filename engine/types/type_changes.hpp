// Differences between the types of two releases, as far as a given value reaches them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/types/catalogue.hpp"

namespace podreel::types {

/// A field that only one of two releases has.
struct FieldChange {
  /// Go type without package, and the field's JSON name: "VolumeMount", "subPathExpr".
  std::string type;
  std::string field;
  /// Path of such a structure: "volumeMounts[]"; empty for the value itself.
  std::string place;
  /// `to` has the field, `from` does not.
  bool added = true;
  /// The release that brought it, or that dropped it.
  release::Release since;
  /// Number of such structures in the value, and of those in which the field has a value.
  int occurrences = 0;
  int filled = 0;
  /// The newer release has the field under this Go name, which only printed Go structs show; empty if it is new or
  /// gone.
  std::string renamed_to{};
  friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

/// The fields by which `from`'s and `to`'s version of the type `id` ("Container", "Pod") differ in the
/// structures that `value` has, in the order of the newer type.
[[nodiscard]] std::vector<FieldChange> type_changes(Api api, std::string_view id, release::Release from,
                                                    release::Release to, const nlohmann::json& value);

}  // namespace podreel::types
