// Parts of scenarios that are impossible with a real kubelet.
#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tools/cri/record/control_groups.hpp"

namespace podreel::cri {

/// Properties of a machine that decide whether a scenario can be recorded on it.
struct RecordingMachine {
  api::CgroupVersion control_groups = api::CgroupVersion::v2;
  /// Whether a kubelet can have a mount namespace of its own, and in it another boot id than the machine.
  bool has_mount_namespaces = true;
};
/// Returns this machine's. Whether a mount namespace is possible is tried only if the scenario needs one.
[[nodiscard]] RecordingMachine machine_for(const format::Scenario& scenario);

/// Returns a line for each impossible part, in addition to those of wire_limits; empty if everything is possible.
[[nodiscard]] std::vector<std::string> recording_limits(const format::Scenario& scenario,
                                                        const RecordingMachine& machine = {});

/// Returns whether a kubelet of the release uses the machine's /var/log/pods, together with others that are recorded:
/// it has no setting for another folder, and mount namespaces are not possible.
[[nodiscard]] bool shares_pod_logs(release::Release release);

/// Returns a line for each kubelet that shares_pod_logs().
[[nodiscard]] std::vector<std::string> shared_log_limits(const format::Scenario& scenario);

/// Returns how long a kubelet must run before the scenario begins, so that its start has no effect. Its sync loop
/// pauses up to 5 s if the runtime was not ready (pkg/kubelet/kubelet.go). A probe that begins within its period after
/// the start of the kubelet waits a random part of that period (pkg/kubelet/prober/worker.go).
[[nodiscard]] sim::Duration up_before(const format::Scenario& scenario);

}  // namespace podreel::cri
