// Records of two runs that differ only in their texts and fields, by kind.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/timeline/timeline_diff.hpp"

namespace podreel::cli {

/// Records of one kind with other texts.
struct WordingGroup {
  /// The first such pair.
  const TimelineLine* left = nullptr;
  const TimelineLine* right = nullptr;
  std::size_t count = 0;
};

/// Records of one kind that have a field in one run only.
struct FieldGroup {
  std::string who;
  /// As named by field_names().
  std::string field;
  bool is_of_left = false;
  std::size_t count = 0;
};

struct WordingDifferences {
  std::vector<WordingGroup> wordings;
  std::vector<FieldGroup> fields;
  /// Number of matched records whose texts differ in numbers only.
  std::size_t renumbered = 0;

  [[nodiscard]] bool is_empty() const noexcept { return wordings.empty() && fields.empty() && renumbered == 0; }
};

/// Groups the matched rows, in the order of the first ones. The sinks must ignore wording.
[[nodiscard]] WordingDifferences group_wording(const std::vector<DiffRow>& rows, const ComparableTimelineSink& left,
                                               const ComparableTimelineSink& right);

}  // namespace podreel::cli
