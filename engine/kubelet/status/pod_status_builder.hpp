// The status of a pod as its kubelet reports it.
#pragma once

#include <string>
#include <vector>

#include "engine/api/pod_status.hpp"
#include "engine/kubelet/status/status_inputs.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

struct BuiltStatus {
  /// Without times that the status manager sets (startTime, lastTransitionTime).
  api::PodStatus status;
  /// Containers whose readiness probe is to run at once.
  std::vector<std::string> probe_readiness_of;
  /// Time until all of these probes have begun; known once they are triggered.
  sim::Duration probes_begin_in{};
};

/// pkg/kubelet/kubelet_pods.go generateAPIPodStatus, as the release has it. Pure.
[[nodiscard]] BuiltStatus build_pod_status(const StatusInputs& inputs);

}  // namespace podreel::kubelet
