#include "scenarios/simulation/settled_pod.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/admission/resources.hpp"
#include "engine/timing/timing.hpp"
#include "runtime_fake/glob.hpp"
#include "scenarios/simulation/node.hpp"
#include "scenarios/simulation/settled_status.hpp"

namespace podreel::simulation {

namespace {

format::Scenario empty_node(const format::Scenario& scenario) {
  format::Scenario empty;
  empty.timing = timing::Model::ideal;
  empty.node = scenario.node;
  empty.node.settled.reset();
  empty.node.api_server = {};
  empty.node.api_server.version = format::api_server_release(scenario.node);
  empty.runtime = scenario.runtime;
  empty.runtime.calls.clear();
  empty.runtime.image_filesystem.reset();
  empty.runtime.node_usage.reset();
  return empty;
}

bool are_alike(const format::NodeSettings& left, const format::NodeSettings& right) {
  return left.kubelet == right.kubelet && format::api_server_release(left) == format::api_server_release(right) &&
         left.app_armor == right.app_armor;
}

/// Compares scripts as far as they matter for pods without faults.
bool are_alike(const runtime_fake::RuntimeScript& left, const runtime_fake::RuntimeScript& right) {
  return left.images == right.images && left.pods == right.pods && left.container_events == right.container_events &&
         left.writes_logs == right.writes_logs && left.reports_resources == right.reports_resources &&
         left.memory_in_use == right.memory_in_use;
}

std::shared_ptr<const SettledPod> live(const format::Scenario& scenario, sim::Duration age,
                                       const apiserver::ConfigObjects& config_objects,
                                       const decide::PolicyFactory& policies, const std::string& name,
                                       const api::Manifest& manifest) {
  timing::Timing timing{sim::Choices{scenario.seed}, scenario.timing};
  Node node{scenario, timing};
  node.api_server().config_objects() = config_objects;
  node.use_policies(policies);
  node.boot();
  node.api_server().create(name, manifest);
  node.scheduler().run_into(node.start_time() + age);
  auto settled = std::make_shared<SettledPod>();
  settled->pod = node.api_server().find(name);
  PODREEL_INVARIANT(settled->pod != nullptr, "nobody deletes the pod of a settled life");
  settled->runtime = node.runtime().snapshot(settled->pod->metadata.uid);
  settled->files = kubelet::files_of(settled->pod->metadata.uid, node.kubelet_files());
  settled->left_at = node.start_time() + age;
  settled->is_named_in_texts = is_named_in_texts(*settled->pod, *settled->runtime);
  return settled;
}

}  // namespace

SettledLives::SettledLives(const format::Scenario& scenario, apiserver::ConfigObjects config_objects,
                           decide::PolicyFactory policies)
    : scenario_{empty_node(scenario)},
      age_{scenario.node.settled->age},
      config_objects_{std::move(config_objects)},
      policies_{std::move(policies)},
      behaviour_{release::behaviour_of(scenario.node.kubelet.version, scenario.node.kubelet.feature_gates)},
      specs_{format::api_server_release(scenario.node), scenario.node.kubelet.feature_gates} {}

bool SettledLives::are_on(const format::Scenario& scenario, const apiserver::ConfigObjects& config_objects) const {
  return age_ == scenario.node.settled->age && are_alike(scenario_.node, scenario.node) &&
         are_alike(scenario_.runtime, scenario.runtime) && config_objects_ == config_objects;
}

std::shared_ptr<const SettledPod> SettledLives::of(const std::string& name, const api::Manifest& manifest,
                                                   const kubelet::NodeDescription& node) {
  const memory::SharedList<runtime_fake::PodScript>& scripts = scenario_.runtime.pods;
  const auto script = std::ranges::find_if(scripts, [&name](const runtime_fake::PodScript& each) {
    return runtime_fake::glob_matches_pod(each.name, name);
  });
  Key key{manifest, script == scripts.end() ? -1 : script - scripts.begin(), name.substr(0, name.find('/')),
          rejection(manifest, node)};
  std::shared_ptr<const SettledPod>& lived = lived_[std::move(key)];
  if (!lived) {
    scenario_.node.name = node.name;
    scenario_.node.labels = node.labels;
    scenario_.node.taints = node.taints;
    scenario_.node.allocatable = node.allocatable;
    lived = live(scenario_, age_, config_objects_, policies_, name, manifest);
  }
  return lived;
}

std::string SettledLives::rejection(const api::Manifest& manifest, const kubelet::NodeDescription& node) {
  if (!node.allocatable && !node.labels && node.taints.empty()) return {};
  const auto [known, is_new] = asking_.try_emplace(manifest);
  api::Pod& pod = known->second;
  if (is_new) {
    pod.metadata = api::metadata_from_json(manifest->at("metadata"));
    pod.spec = specs_.of_manifest(manifest, node.name);
  }
  const std::optional<kubelet::Rejection> rejection =
      kubelet::judge_admission(
          pod, kubelet::use_of({}, node, requests_), [] { return std::vector<api::PodPtr>{}; }, node, behaviour_,
          requests_)
          .rejection();
  return rejection ? rejection->reason + ": " + rejection->message : std::string{};
}

SettledLives& SettledPods::on(const format::Scenario& scenario, const apiserver::ConfigObjects& config_objects) {
  const auto known =
      std::ranges::find_if(lives_, [&](const auto& lives) { return lives->are_on(scenario, config_objects); });
  if (known != lives_.end()) return **known;
  return *lives_.emplace_back(std::make_unique<SettledLives>(scenario, config_objects, policies_));
}

}  // namespace podreel::simulation
