// Batches of reported statuses: reads lines of JSON with a pod and its known state, and returns the status.
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
  /// As in the input: a number or a string.
  nlohmann::json id;
  /// Its `status` is the previously reported one.
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

/// Default of the node's address.
inline constexpr std::string_view default_node_ip = "192.168.7.7";

/// Reads {"id", "pod", "status", "reasonCache": [{"container", "error", "message"}], "oldStatus", "readiness",
/// "startup", "podIsTerminal", "nodeIPs", "note"}; `readiness` and `startup` map container ids to "success", "failure"
/// or "unknown". Derives a missing `status` and a missing `oldStatus` from the pod's own status. Throws FormatError.
[[nodiscard]] StatusCase status_case_from(const jsonl::JsonField& line);

/// Returns the case of a pod alone, as `kubectl get pod -o json` prints it: the next report of its kubelet.
[[nodiscard]] StatusCase status_case_of(const api::Pod& pod);

inline constexpr CaseKind<StatusCase> status_cases{status_case_from, status_case_of};

/// Returns the report of a kubelet with this behaviour. Every container with a probe is assumed to be probed.
[[nodiscard]] api::PodStatus report_status(const StatusCase& situation, const release::Behaviour& behaviour,
                                           decide::Reasons* reasons = nullptr);

}  // namespace podreel::batch
