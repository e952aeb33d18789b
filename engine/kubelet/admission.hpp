// Whether a pod may run on the node (pkg/kubelet/lifecycle/predicate.go): asked when the kubelet hears of a pod for the
// first time, and so again about every pod after a restart of the kubelet.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::kubelet {

/// What the kubelet knows of its own node.
struct NodeDescription {
  /// "cpu", "memory", "pods" …: quantities. Without it, everything fits.
  std::optional<api::ResourceList> allocatable;
  /// Without them, every node selector fits.
  std::optional<std::map<std::string, std::string>> labels;
};

/// The reason and message of a pod that is not admitted: "OutOfcpu", "NodeAffinity" …
struct Rejection {
  std::string reason;
  std::string message;
};

/// `active` are the pods that were admitted before and have not ended. Static pods are critical, and always admitted:
/// upstream makes room for them.
[[nodiscard]] std::optional<Rejection> why_rejected(const api::Pod& pod, const std::vector<api::PodPtr>& active,
                                                    const NodeDescription& node, const release::Behaviour& behaviour);

/// What a pod asks for of a resource: of its containers that run together, or of an init container if that is more
/// (resourcehelper.PodRequests). CPU in thousandths, everything else in units.
[[nodiscard]] std::int64_t requested(const api::PodSpec& spec, const std::string& resource,
                                     const release::Behaviour& behaviour);

}  // namespace podreel::kubelet
