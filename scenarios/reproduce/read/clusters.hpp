// Separates pasted text about several clusters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podreel::reproduce {

/// Lines about one cluster. Lines about others are blank, so that all lines keep their numbers.
struct ClusterText {
  /// Name of the context that commands use; empty if the text is about a single cluster.
  std::string cluster;
  std::string text;
};

/// Returns a part for each context that commands in the text name: `kubectl --context staging get pods`,
/// `kubectl config use-context staging`, `kubectx staging`. Lines before the first of them belong to the first part.
/// Returns one part if fewer than two contexts are named. Linear in the text.
[[nodiscard]] std::vector<ClusterText> split_clusters(std::string_view text);

}  // namespace podreel::reproduce
