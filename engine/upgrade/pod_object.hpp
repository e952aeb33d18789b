// Fields of a pod's object that a forecast reads.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/manifests/workloads.hpp"

namespace podreel::upgrade {

/// A list of containers in a pod's spec, and that of their statuses.
struct ContainerList {
  api::ContainerKind kind;
  const char* name;
  const char* statuses;
};

/// In the order in which they are judged.
inline constexpr std::array container_lists{
    ContainerList{api::ContainerKind::init, "initContainers", "initContainerStatuses"},
    ContainerList{api::ContainerKind::regular, "containers", "containerStatuses"},
    ContainerList{api::ContainerKind::ephemeral, "ephemeralContainers", "ephemeralContainerStatuses"},
};

/// The annotation's text; empty if there is none.
[[nodiscard]] std::string annotation_of(const nlohmann::json& pod, const char* key);

/// "Deployment/default/web", for pods of a cluster by their controller; empty for a bare pod.
[[nodiscard]] std::string owner_of(const manifests::ManifestPod& found);

/// The node that the pod is bound to; empty: none.
[[nodiscard]] std::string node_of(const nlohmann::json& pod);

/// The object is a mirror pod.
[[nodiscard]] bool is_mirror(const nlohmann::json& pod);

/// Stored by an API server, so that its defaults are filled in: it has a uid.
[[nodiscard]] bool is_stored(const nlohmann::json& pod);

/// The kubelet has nothing more to start of it: it has finished, or is being deleted.
[[nodiscard]] bool is_over(const nlohmann::json& pod);

/// "Running", or what else its status says; empty without one.
[[nodiscard]] std::string_view phase_of(const nlohmann::json& pod);

}  // namespace podreel::upgrade
