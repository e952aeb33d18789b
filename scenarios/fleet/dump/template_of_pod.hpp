// Recovers the template of a pod.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/api/document.hpp"

namespace podreel::fleet {

/// Removes the status, and the metadata except names, the uid, labels and the annotations that kubelets use.
void keep_template_only(api::Tree& pod);

/// Reverts the changes of the API server, the scheduler and the DaemonSet controller to a pod of a template: its uid,
/// its node, an affinity to it, and the generated name of the service account token's volume
/// (plugin/pkg/admission/serviceaccount, pkg/controller/daemon/util, ReplaceDaemonSetPodNodeNameNodeAffinity).
[[nodiscard]] nlohmann::json template_of_pod(nlohmann::json pod, bool is_daemon);

}  // namespace podreel::fleet
