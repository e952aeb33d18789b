// The fields of objects that are not pods: the table that field_rules goes by.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace podreel::controllers {

enum class FieldType : std::uint8_t {
  text,
  flag,
  /// At least zero.
  count,
  number,
  count_or_percent,
  number_or_text,
  texts,
  texts_by_name,
  /// Its members are fields of the table.
  structure,
  /// A list of such.
  structures,
  /// batch/v1.JobSpec.
  job_spec,
  /// Not looked into.
  object,
  list,
  any,
};

struct FieldRule {
  std::string_view path;
  FieldType type;
  bool is_required = false;
};

/// Of "deployments", "configmaps" …, those of lists below the list's own name.
[[nodiscard]] std::span<const FieldRule> field_rules_of(std::string_view resource);

}  // namespace podreel::controllers
