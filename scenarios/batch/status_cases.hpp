// Reported statuses in batches: a line of JSON with a pod and what is known of it in, the status out.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/kubelet/status/pod_status_builder.hpp"
#include "scenarios/batch/batch_input.hpp"
#include "scenarios/batch/observed_status.hpp"

namespace podreel::batch {

/// One situation.
struct StatusCase {
  /// As given: a number or a string.
  nlohmann::json id;
  /// Its `status` is the one that was reported before.
  api::Pod pod;
  runtime::PodStatus observed;
  /// The reason cache, by container name.
  std::map<std::string, kubelet::StartFailure, std::less<>> start_failures;
  decide::ProbeResults readiness;
  decide::ProbeResults startup;
  bool pod_is_terminal = false;
  api::IpList node_ips;
  std::string note;
};

/// The node's address where a line gives none.
inline constexpr std::string_view default_node_ip = "192.168.7.7";

/// Reads {"id", "pod", "status", "reasonCache": [{"container", "error", "message"}], "oldStatus", "readiness",
/// "startup", "podIsTerminal", "nodeIPs", "note"}; `readiness` and `startup` map container ids to "success", "failure"
/// or "unknown". Where `status` is absent, it is taken from the pod's own; where `oldStatus` is, so is the previous
/// status. Throws FormatError.
[[nodiscard]] StatusCase status_case_from(const jsonl::JsonField& line);

/// The same from a pod alone, as `kubectl get pod -o json` prints it: what its kubelet would report next.
[[nodiscard]] StatusCase status_case_of(const api::Pod& pod);

inline constexpr CaseKind<StatusCase> status_cases{status_case_from, status_case_of};

/// What a kubelet with this behaviour reports. Every container with a probe is taken to be probed.
[[nodiscard]] api::PodStatus report_status(const StatusCase& situation, const release::Behaviour& behaviour,
                                           decide::Reasons* reasons = nullptr);

}  // namespace podreel::batch
