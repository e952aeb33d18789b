// Pods that have been on a node for a while when a scenario begins (spec.node.settled).
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

/// What a kubelet leaves of a pod when it is stopped. Does not change: nodes and threads share it.
struct SettledPod {
  /// As the API has it.
  api::PodPtr pod;
  std::shared_ptr<const runtime_fake::PodSnapshot> runtime;
  kubelet::PodFiles files;
  /// When the kubelet was stopped; a whole second.
  sim::Time left_at{};
  /// Its status says its UID, its name or an id somewhere in a text.
  bool is_named_in_texts = false;
};

/// Pods that have lived on nodes with the same kubelet; what else nodes have is nothing to a pod that is admitted.
class SettledLives {
 public:
  /// On nodes as the one of `scenario`, whose ConfigMaps and Secrets are those of `config_objects`. `policies` as in
  /// ReplayOptions.
  SettledLives(const language::Scenario& scenario, apiserver::ConfigObjects config_objects,
               decide::PolicyFactory policies);
  ~SettledLives() = default;
  SettledLives(const SettledLives&) = delete;
  SettledLives& operator=(const SettledLives&) = delete;

  /// Whether pods live on that node as on this one.
  [[nodiscard]] bool are_on(const language::Scenario& scenario, const apiserver::ConfigObjects& config_objects) const;

  /// What is left of a pod of that "namespace/name" on such a node. The first one of a manifest and a script lives for
  /// all that nodes admit, and those that they reject for the same reason.
  [[nodiscard]] std::shared_ptr<const SettledPod> of(const std::string& name, const api::Manifest& manifest,
                                                     const kubelet::NodeDescription& node);

 private:
  /// The manifest, the script (by its place; -1: none), the namespace, and why the pod is rejected.
  using Key = std::tuple<api::Manifest, std::ptrdiff_t, std::string, std::string>;

  /// Of a pod alone on the node; empty: it is admitted.
  [[nodiscard]] std::string rejection(const api::Manifest& manifest, const kubelet::NodeDescription& node);

  /// The node's, with nothing on it and nothing happening to it.
  language::Scenario scenario_;
  sim::Duration age_;
  apiserver::ConfigObjects config_objects_;
  decide::PolicyFactory policies_;
  release::Behaviour behaviour_;
  apiserver::StoredSpecs specs_;
  decide::PodRequests requests_{behaviour_};
  /// What admission looks at.
  std::map<api::Manifest, api::Pod> asking_;
  std::map<Key, std::shared_ptr<const SettledPod>> lived_;
};

/// Remembers what has become of pods, for the nodes of a fleet that one thread simulates. For ever: manifests are meant
/// to be shared by many pods. A pod's spec then names the node that the first one lived on, but for the API server,
/// which prints its own node.
class SettledPods {
 public:
  /// The kubelets' policies are made as those of the nodes that ask (ReplayOptions::policies).
  explicit SettledPods(decide::PolicyFactory policies = {}) : policies_{std::move(policies)} {}

  [[nodiscard]] SettledLives& on(const language::Scenario& scenario, const apiserver::ConfigObjects& config_objects);

 private:
  decide::PolicyFactory policies_;
  std::vector<std::unique_ptr<SettledLives>> lives_;
};

}  // namespace podreel::simulation
