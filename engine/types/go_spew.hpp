// go-spew's `%#v` of a Go value, as the kubelet hashes it: Config{Indent: " ", SortKeys, DisableMethods, SpewKeys}
// (pkg/util/hash/hash.go, since 1.27 apimachinery pkg/util/dump.ForHash).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/types/catalogue.hpp"
#include "engine/types/field_marks.hpp"

namespace podreel::types {

struct SpewOptions {
  /// Quantities as 1.2 held them: one decimal of three places.
  bool decimal_quantities = false;
  /// Resource lists rounded up to milli, as decoding with defaults does.
  bool rounded_resource_lists = false;
  /// time.Time as Go 1.8 laid it out, with which official 1.7 and 1.8 kubelets were built.
  bool go18_time = false;
  /// Raw JSON (metadata.managedFields[].fieldsV1) is kept by Go byte for byte, blanks included. A tree does not know
  /// them: this takes it as written with a blank behind every `:` and `,`, else as written without.
  bool spaced_raw_json = false;
};

/// Appends the text of `value`, read as `type`: "(v1.Container){Name:(string)app …}". JSON members that the type does
/// not have are left out, absent ones print as Go's zero values, and so do values of a wrong kind (find_mismatch in
/// go_value.hpp reports those).
/// `marks`, if given, gets the place of every field, by Go names.
void spew(const Type& type, const nlohmann::json& value, const SpewOptions& options, std::string& out,
          FieldMarks* marks = nullptr);

}  // namespace podreel::types
