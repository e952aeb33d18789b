// Pods that have run on a node before a scenario begins (spec.node.settled).
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/apiserver/config_objects.hpp"
#include "engine/apiserver/stored_specs.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/decide/policy.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/kubelet/kubelet_files.hpp"
#include "runtime_fake/pod_snapshot.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::simulation {

/// State of a pod after its kubelet was stopped. Immutable: nodes and threads share it.
struct SettledPod {
  /// In the API.
  api::PodPtr pod;
  std::shared_ptr<const runtime_fake::PodSnapshot> runtime;
  kubelet::PodFiles files;
  /// When the kubelet was stopped; a whole second.
  sim::Time left_at{};
  /// A text of its status contains its UID, its name or an id.
  bool is_named_in_texts = false;
};

/// Simulates pods on nodes with the same kubelet; other settings of nodes do not affect an admitted pod.
class SettledLives {
 public:
  /// For nodes like the one of `scenario`, whose ConfigMaps and Secrets are those of `config_objects`. `policies` as in
  /// ReplayOptions.
  SettledLives(const format::Scenario& scenario, apiserver::ConfigObjects config_objects,
               decide::PolicyFactory policies);
  ~SettledLives() = default;
  SettledLives(const SettledLives&) = delete;
  SettledLives& operator=(const SettledLives&) = delete;

  /// Whether pods behave the same on that node.
  [[nodiscard]] bool are_on(const format::Scenario& scenario, const apiserver::ConfigObjects& config_objects) const;

  /// Returns the state of a pod with that "namespace/name" on such a node. One simulation serves all pods of a manifest
  /// and a script that are admitted, or rejected for the same reason.
  [[nodiscard]] std::shared_ptr<const SettledPod> of(const std::string& name, const api::Manifest& manifest,
                                                     const kubelet::NodeDescription& node);

 private:
  /// The manifest, the script (by its index; -1 without one), the namespace, and the reason of a rejection.
  using Key = std::tuple<api::Manifest, std::ptrdiff_t, std::string, std::string>;

  /// Returns the reason why a pod alone on the node is rejected; empty if it is admitted.
  [[nodiscard]] std::string rejection(const api::Manifest& manifest, const kubelet::NodeDescription& node);

  /// The node's scenario, without pods and steps.
  format::Scenario scenario_;
  sim::Duration age_;
  apiserver::ConfigObjects config_objects_;
  decide::PolicyFactory policies_;
  release::Behaviour behaviour_;
  apiserver::StoredSpecs specs_;
  decide::PodRequests requests_{behaviour_};
  /// The pods as admission sees them.
  std::map<api::Manifest, api::Pod> asking_;
  std::map<Key, std::shared_ptr<const SettledPod>> lived_;
};

/// Caches settled pods for the nodes of a fleet that one thread simulates. Never evicts: many pods are expected to
/// share manifests. A pod's spec then names the node of its simulation, except in the API server, which prints its own
/// node.
class SettledPods {
 public:
  /// Creates the kubelets' policies like those of the nodes (ReplayOptions::policies).
  explicit SettledPods(decide::PolicyFactory policies = {}) : policies_{std::move(policies)} {}

  [[nodiscard]] SettledLives& on(const format::Scenario& scenario, const apiserver::ConfigObjects& config_objects);

 private:
  decide::PolicyFactory policies_;
  std::vector<std::unique_ptr<SettledLives>> lives_;
};

}  // namespace podreel::simulation
