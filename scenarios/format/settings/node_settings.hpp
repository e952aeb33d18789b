// The simulated node as a scenario sets it up.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/container.hpp"
#include "engine/api/document.hpp"
#include "engine/kubelet/admission/app_armor.hpp"
#include "engine/kubelet/admission/taints.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/format/settings/kubelet_settings.hpp"
#include "scenarios/format/shapes/several_pods.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::language {

struct ApiServerSettings {
  /// Which fields exist and which defaults are filled in. No value: the kubelet's.
  std::optional<release::Release> version;
  /// Patterns of names of this node's pods: the server answers while a container runs in a pod of each.
  std::vector<std::string> runs_in;
  /// From the start of the last of these containers until it answers.
  sim::Duration ready_after{};
  /// Its admission adds the volume of their service account to new pods.
  bool adds_service_account_volume = false;
};

/// Pods that were there before the scenario, under a kubelet that has been stopped since.
struct SettledSettings {
  /// How long they have been there; whole seconds, at least one.
  sim::Duration age = std::chrono::minutes{10};
  std::vector<NamedPod> pods;
  /// Where `pods` stands.
  api::Mark mark{};
};

/// The node lifecycle controller of kube-controller-manager, which is of the API server's release.
struct NodeLifecycleSettings {
  /// Between two looks at the node.
  sim::Duration monitor_period = timing::node_monitor_period;
  /// How long a node may be silent; no value: as in the release.
  std::optional<sim::Duration> monitor_grace_period;
  /// Where no taint evicts pods.
  sim::Duration pod_eviction_timeout = timing::pod_eviction_timeout;
};

struct NodeSettings {
  std::string name = "node-1";
  KubeletSettings kubelet;
  ApiServerSettings api_server;
  /// Beside those that every node has; no value: every node selector fits.
  std::optional<std::map<std::string, std::string>> labels;
  std::vector<kubelet::Taint> taints;
  kubelet::AppArmor app_armor;
  /// What it has for pods; no value: everything fits.
  std::optional<api::ResourceList> allocatable;
  std::optional<SettledSettings> settled;
  /// The kubelet tells of the node's conditions.
  bool reports_status = false;
  /// No value: nobody looks after the node. Otherwise its status is reported, too.
  std::optional<NodeLifecycleSettings> lifecycle;
};

/// The release that the API server of the scenario begins with.
[[nodiscard]] release::Release api_server_release(const NodeSettings& node);

/// The labels that a node of this name has without being given any.
[[nodiscard]] std::map<std::string, std::string> every_nodes_labels(const std::string& name);

[[nodiscard]] Shape<std::vector<kubelet::Taint>> taints_shape();

[[nodiscard]] Shape<NodeSettings> node_shape();

}  // namespace podreel::language
