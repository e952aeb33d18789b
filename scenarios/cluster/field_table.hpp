// Fields of objects other than pods: the table for field_rules.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace podreel::cluster {

enum class FieldType : std::uint8_t {
  text,
  flag,
  /// At least zero, of 32 bits.
  count,
  /// At least zero, of 64 bits.
  long_count,
  number,
  count_or_percent,
  number_or_text,
  texts,
  texts_by_name,
  /// Its members are fields of the table.
  structure,
  /// A list of structures.
  structures,
  /// batch/v1.JobSpec.
  job_spec,
  /// Not checked.
  object,
  list,
  any,
};

struct FieldRule {
  std::string_view path;
  FieldType type;
  bool is_required = false;
};

/// Returns the fields of "deployments", "configmaps" …; fields of list items follow the list's name.
/// Empty for kinds without a table.
[[nodiscard]] std::span<const FieldRule> field_rules_of(std::string_view resource);

}  // namespace podreel::cluster
