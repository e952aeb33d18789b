// The manifest of a static pod, as its mirror pod shows it.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace podreel::upgrade {

/// Returns the manifest from which a kubelet made the static pod of a mirror pod, without what kubelets and API servers
/// add: the node's name in the pod's, annotations of the kubelet, its toleration, the node and the priority. Keeps the
/// UID if it is none that a kubelet computes, because the manifest must have named it.
[[nodiscard]] nlohmann::json mirrored_manifest(const nlohmann::json& mirror_pod);

}  // namespace podreel::upgrade
