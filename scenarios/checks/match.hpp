// Compares partial trees: only members of the pattern.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace podreel::format {

/// A difference between a value and its pattern.
struct Difference {
  /// "status.containerStatuses[app].restartCount"; empty for the value itself.
  std::string path;
  /// As JSON, or "at least 2".
  std::string expected;
  /// As JSON, or "nothing".
  std::string seen;
};

/// Returns the differences between `value` and `pattern`:
///   maps           member by member; members that the pattern does not name do not count;
///   lists          of objects with `name` or `type`: the one of the same name or type for each item of the pattern, in
///                  any order; other lists: item by item, and of the same length;
///   strings        `*` matches any number of characters, `?` exactly one;
///   numbers        equal, or {atLeast: 1}, {atMost: 3}, {atLeast: 1, atMost: 3};
///   null, [], {}   also match what is absent; null matches nothing else.
[[nodiscard]] std::vector<Difference> differences(const nlohmann::json& pattern, const nlohmann::json& value);

[[nodiscard]] bool matches(const nlohmann::json& pattern, const nlohmann::json& value);

}  // namespace podreel::format
