// Paths and queries of requests.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::serve {

struct Target {
  /// Decoded segments; "/api/v1/pods" has three.
  std::vector<std::string> path{};
  /// Decoded parameters; the first of several with the same name counts.
  std::map<std::string, std::string, std::less<>> query{};

  /// Returns a parameter; empty if it is missing.
  [[nodiscard]] std::string parameter(std::string_view name) const;
  /// Returns whether a parameter is present and neither "false" nor "0" (apimachinery,
  /// runtime.Convert_Slice_string_To_bool).
  [[nodiscard]] bool flag(std::string_view name) const;
};

/// Parses a target; no value for a path that is not absolute, an invalid escape, a control character, or a segment "."
/// or
/// "..".
[[nodiscard]] std::optional<Target> parse_target(std::string_view text);

}  // namespace podreel::serve
