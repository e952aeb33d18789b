// Recognizes typed commands among printed output.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::reproduce {

/// Whether the line is a fence of Markdown, or a command for a cluster or a node after any prompt.
[[nodiscard]] bool is_command(std::string_view line);

struct DescribedPod {
  std::string name;
  /// Empty if the command does not name one.
  std::string name_space;
};
/// Returns the pod of `kubectl -n shop describe pod web-0`; no value for other commands and for several pods.
[[nodiscard]] std::optional<DescribedPod> described_pod(std::string_view command);

}  // namespace podreel::reproduce
