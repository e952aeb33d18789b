// What was typed, among what was printed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::reproduce {

/// A fence of Markdown, or a line with a command for a cluster or a node, behind any prompt.
[[nodiscard]] bool is_command(std::string_view line);

struct DescribedPod {
  std::string name;
  /// Empty: the command does not say it.
  std::string name_space;
};
/// The pod that `kubectl -n shop describe pod web-0` asks for; nothing if the command asks for something else, or for
/// several.
[[nodiscard]] std::optional<DescribedPod> described_pod(std::string_view command);

}  // namespace podreel::reproduce
