// Paths and queries of requests.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::server {

struct Target {
  /// "/api/v1/pods" is three segments, decoded.
  std::vector<std::string> path{};
  /// Decoded; of a name that comes twice the first one counts.
  std::map<std::string, std::string, std::less<>> query{};

  /// Empty if it is not there.
  [[nodiscard]] std::string parameter(std::string_view name) const;
  /// Whether it is there and neither "false" nor "0" (apimachinery, runtime.Convert_Slice_string_To_bool).
  [[nodiscard]] bool flag(std::string_view name) const;
};

/// Nothing for what is no absolute path, has a wrong escape or a control character, or has a segment "." or "..".
[[nodiscard]] std::optional<Target> parse_target(std::string_view text);

}  // namespace podreel::server
