// Settings of the simulated node.
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

namespace podreel::format {

struct ApiServerSettings {
  /// Determines which fields exist and which defaults are set. No value: the kubelet's release.
  std::optional<release::Release> version;
  /// Patterns of pod names on this node: the server responds while a container of each runs.
  std::vector<std::string> runs_in;
  /// Time from the start of the last of these containers until it responds.
  sim::Duration ready_after{};
  /// Its admission adds the volume of the service account to new pods.
  bool adds_service_account_volume = false;
  /// It has the field labels of every release, whatever its own is. Not in scenario files: recordings show it.
  bool has_all_field_labels = false;
};

/// Pods from before the scenario, under a kubelet that was stopped since.
struct SettledSettings {
  /// Age of the pods; whole seconds, at least one.
  sim::Duration age = std::chrono::minutes{10};
  std::vector<NamedPod> pods;
  /// Position of `pods` in the input.
  api::Mark mark{};
};

/// The node lifecycle controller of kube-controller-manager, with the API server's release.
struct NodeLifecycleSettings {
  /// Period of its checks.
  sim::Duration monitor_period = timing::node_monitor_period;
  /// Time without a heartbeat after which the node is lost; no value: the release's default.
  std::optional<sim::Duration> monitor_grace_period;
  /// Used if no taint evicts pods.
  sim::Duration pod_eviction_timeout = timing::pod_eviction_timeout;
};

struct NodeSettings {
  std::string name = "node-1";
  KubeletSettings kubelet;
  ApiServerSettings api_server;
  /// In addition to those of every node; no value: every node selector matches.
  std::optional<std::map<std::string, std::string>> labels;
  std::vector<kubelet::Taint> taints;
  kubelet::AppArmor app_armor;
  /// Resources for pods; no value: every pod fits.
  std::optional<api::ResourceList> allocatable;
  std::optional<SettledSettings> settled;
  /// The kubelet updates the node's status.
  bool reports_status = false;
  /// No value: no controller handles the node. Otherwise its status is also updated.
  std::optional<NodeLifecycleSettings> lifecycle;
};

/// The release of the scenario's API server at the start.
[[nodiscard]] release::Release api_server_release(const NodeSettings& node);

/// The labels that every node with this name has.
[[nodiscard]] std::map<std::string, std::string> every_nodes_labels(const std::string& name);

[[nodiscard]] Shape<std::vector<kubelet::Taint>> taints_shape();

[[nodiscard]] Shape<NodeSettings> node_shape();

}  // namespace podreel::format
