// What a pod of a cluster has from its template.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/api/document.hpp"

namespace podreel::fleet {

/// Removes the status, and of the metadata all but names, the uid, labels and those annotations that kubelets look at.
void keep_template_only(api::Tree& pod);

/// Undoes what the API server, the scheduler and the controller of DaemonSets have done to this one of a template's
/// pods: its uid, its node, an affinity to it, and the name that the volume with the service account's token has been
/// given (plugin/pkg/admission/serviceaccount, pkg/controller/daemon/util, ReplaceDaemonSetPodNodeNameNodeAffinity).
[[nodiscard]] nlohmann::json template_of_pod(nlohmann::json pod, bool is_daemon);

}  // namespace podreel::fleet
