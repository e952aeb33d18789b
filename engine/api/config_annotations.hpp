// Annotations by which a kubelet records the source of a pod (pkg/kubelet/types/pod_update.go).
#pragma once

namespace podreel::api::config_annotation {

/// "api", "file" or "http".
inline constexpr const char* source = "kubernetes.io/config.source";
/// The UID of a static pod.
inline constexpr const char* hash = "kubernetes.io/config.hash";
/// When this kubelet first saw the static pod.
inline constexpr const char* seen = "kubernetes.io/config.seen";
/// On a mirror pod: the hash of its static pod.
inline constexpr const char* mirror = "kubernetes.io/config.mirror";

}  // namespace podreel::api::config_annotation
