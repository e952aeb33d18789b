// Labels and annotations that a kubelet writes on its sandboxes and containers, and reads again
// (pkg/kubelet/kuberuntime/labels.go, pkg/kubelet/types/labels.go).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/runtime_objects.hpp"
#include "tools/cri/runtime/objects.hpp"

namespace podreel::cri {

inline constexpr std::string_view pod_uid_label = "io.kubernetes.pod.uid";

[[nodiscard]] Pairs sandbox_labels(const api::Pod& pod);
[[nodiscard]] Pairs container_labels(const runtime::ContainerConfig& config);
[[nodiscard]] Pairs container_annotations(const runtime::ContainerConfig& config);

/// Returns the configuration of a container from its labels and annotations, without its pod's spec.
[[nodiscard]] runtime::ContainerConfig config_from(const Pairs& labels, const Pairs& annotations);

}  // namespace podreel::cri
