// A pod, what the runtime has of it, and the status that a kubelet makes of both.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/kubelet/status/pod_status_builder.hpp"

namespace podreel::testing {

/// Probe results and workers as a test sets them.
class KnownProbes final : public kubelet::ProbeResultProvider {
 public:
  decide::ProbeResults readiness_results;
  decide::ProbeResults startup_results;
  /// Container names.
  std::set<std::string, std::less<>> readiness_workers;
  std::set<std::string, std::less<>> startup_workers;

  [[nodiscard]] std::optional<decide::ProbeResult> readiness(std::string_view container_id) const override;
  [[nodiscard]] std::optional<decide::ProbeResult> startup(std::string_view container_id) const override;
  [[nodiscard]] bool probes_readiness(std::string_view pod_uid, std::string_view container_name) const override;
  [[nodiscard]] bool probes_startup(std::string_view pod_uid, std::string_view container_name) const override;
};

/// Specs of one container, `app`, that a kubelet restarts always or never.
inline constexpr std::string_view one_container = "{'containers': [{'name': 'app', 'image': 'a:1'}]}";
inline constexpr std::string_view never = "{'restartPolicy': 'Never', 'containers': [{'name': 'app', 'image': 'a:1'}]}";

/// What a kubelet reports of a pod that a test describes piece by piece.
struct ReportedPod {
  /// `spec` is that of a v1.Pod as JSON; ' stands for ".
  explicit ReportedPod(std::string_view spec);

  api::Pod pod;
  runtime::PodStatus observed;
  std::map<std::string, kubelet::StartFailure, std::less<>> start_failures;
  KnownProbes probes;
  api::IpList node_ips{"192.168.0.1"};
  bool pod_is_terminal = false;
  std::optional<kubelet::Eviction> eviction;
  kubelet::RestartOfAll restart_of_all = kubelet::RestartOfAll::none;
  sim::Time kubelet_started_at{};
  /// Of the pod's resizes.
  kubelet::PodResizeConditions resize;
  decide::Reasons reasons;

  /// Adds an instance, newer than those before, in a ready sandbox.
  runtime::ContainerStatus& observe(std::string name, runtime::ContainerState state, std::int32_t exit_code = 0);

  /// What was reported of a container before.
  static api::ContainerStatus reported(std::string name, api::ContainerState state);

  /// `release` as in "1.28", with gates as {"Gate": true}; the previous status is the pod's own.
  kubelet::BuiltStatus build(std::string_view release, const release::FeatureGates& gates = {});
};

/// "Ready=False:ContainersNotReady", for all conditions, separated by blanks.
[[nodiscard]] std::string conditions_of(const api::PodStatus& status);

}  // namespace podreel::testing
