// Warnings that large inputs repeat.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::cli {

/// Returns "spec.containers.image" for "spec.containers[0].image".
[[nodiscard]] std::string path_without_indices(std::string_view path);

/// Returns the first occurrence of a problem, with the number of occurrences if there are several.
[[nodiscard]] api::Problem counted(api::Problem first, std::size_t occurrences);

/// Warnings by kind: by their path without list indices, and their message. Of each of the first 100 kinds the first
/// occurrence is kept; warnings of further kinds are only counted.
class CountedWarnings {
 public:
  void add(api::Problem warning);

  /// Returns the first occurrence of each kind, with the number of occurrences if there are several.
  [[nodiscard]] std::vector<api::Problem> reported() const;

 private:
  std::map<std::string, std::pair<api::Problem, std::size_t>> kinds_;
  std::size_t of_further_kinds_ = 0;
};

}  // namespace podreel::cli
