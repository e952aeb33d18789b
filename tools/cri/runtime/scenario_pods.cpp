#include "tools/cri/runtime/scenario_pods.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>

#include "engine/api/linux_resources.hpp"

namespace podreel::cri {

namespace {

api::Pod bare_pod(const SandboxConfig& sandbox, const std::string& uid) {
  api::Pod pod;
  pod.metadata.name = sandbox.metadata.name;
  pod.metadata.namespace_name = sandbox.metadata.namespace_name;
  pod.metadata.uid = uid;
  return pod;
}

std::string full_name(const SandboxConfig& sandbox) {
  return sandbox.metadata.namespace_name + "/" + sandbox.metadata.name;
}

api::PodSpec bare_spec(const SandboxConfig& sandbox) {
  api::PodSpec spec;
  spec.host_network = sandbox.namespaces.network == Namespaces::node;
  return spec;
}

}  // namespace

ScenarioPods::ScenarioPods(const format::Scenario& scenario) {
  for (const format::Step& step : scenario.timeline) {
    const auto pod = step.action->creates(scenario.node.name);
    if (!pod) continue;
    created_[pod->name].push_back(step.at);
    const nlohmann::json spec = pod->object.value("spec", nlohmann::json::object());
    if (!spec.is_object()) continue;
    for (const nlohmann::json& container : spec.value("initContainers", nlohmann::json::array())) {
      InitContainers& known = pods_[pod->name];
      const bool is_sidecar = container.value("restartPolicy", "") == "Always";
      (is_sidecar ? known.sidecars : known.ordinary).insert(container.value("name", ""));
    }
  }
}

api::PodPtr ScenarioPods::pod_with(const SandboxConfig& sandbox, const std::string& uid,
                                   const ContainerConfig& container, api::ContainerKind& kind) const {
  api::Container described;
  described.name = container.name;
  described.image = container.image;
  if (container.resources) {
    std::tie(described.requests, described.limits) = api::requests_and_limits(linux_resources(*container.resources));
  }
  const auto known = pods_.find(full_name(sandbox));
  const bool is_sidecar = known != pods_.end() && known->second.sidecars.contains(container.name);
  const bool is_init = is_sidecar || (known != pods_.end() && known->second.ordinary.contains(container.name));
  kind = is_init ? api::ContainerKind::init : api::ContainerKind::regular;
  if (is_sidecar) described.restart_policy = api::RestartPolicy::always;
  api::PodSpec spec = bare_spec(sandbox);
  (is_init ? spec.init_containers : spec.containers).push_back(std::move(described));
  api::Pod pod = bare_pod(sandbox, uid);
  pod.spec = std::make_shared<const api::PodSpec>(std::move(spec));
  return std::make_shared<const api::Pod>(std::move(pod));
}

std::optional<sim::Duration> ScenarioPods::last_created(const SandboxConfig& sandbox, sim::Duration now) const {
  const auto known = created_.find(full_name(sandbox));
  if (known == created_.end()) return std::nullopt;
  const auto later = std::ranges::upper_bound(known->second, now);
  return later == known->second.begin() ? std::nullopt : std::optional{*std::prev(later)};
}

api::PodPtr pod_of(const SandboxConfig& sandbox, const std::string& uid) {
  api::Pod pod = bare_pod(sandbox, uid);
  pod.spec = std::make_shared<const api::PodSpec>(bare_spec(sandbox));
  return std::make_shared<const api::Pod>(std::move(pod));
}

api::LinuxResources linux_resources(const Resources& resources) {
  constexpr std::int64_t usual_period = 100'000;
  const std::int64_t period = resources.cpu_period > 0 ? resources.cpu_period : usual_period;
  // This order prevents overflow for all values of clients.
  const std::int64_t quota = resources.cpu_quota <= 0 ? 0
                                                      : resources.cpu_quota / period * usual_period +
                                                            resources.cpu_quota % period * usual_period / period;
  return {.cpu_shares = std::max<std::int64_t>(resources.cpu_shares, 0),
          .cpu_quota = quota,
          .memory = std::max<std::int64_t>(resources.memory, 0)};
}

}  // namespace podreel::cri
