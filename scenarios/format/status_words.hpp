// Words in the statuses of pods that can be misspelled.
#pragma once

#include <string_view>
#include <vector>

namespace podreel::format {

/// A field of the API whose usual values are known. Others are possible: from readiness gates, controllers and clients.
struct WordField {
  /// Name of the API type.
  std::string_view type;
  std::string_view field;
  /// "a reason of a waiting container".
  std::string_view meaning;
  std::vector<std::string_view> known;
  /// Whether only the kubelet writes the field, so that other values are doubtful.
  bool is_kubelets = false;
};

/// Types of conditions; reasons of pods and of containers, from pkg/kubelet/kuberuntime, pkg/kubelet/images,
/// pkg/kubelet/container/sync_result.go, the kubelet's admission, and the controllers, in releases since 1.7.
[[nodiscard]] const std::vector<WordField>& status_words();

}  // namespace podreel::format
