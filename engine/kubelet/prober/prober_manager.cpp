#include "engine/kubelet/prober/prober_manager.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace podreel::kubelet {

namespace {
constexpr std::array all_types{ProbeType::startup, ProbeType::readiness, ProbeType::liveness};
}

ProberManager::ProberManager(const Dependencies& dependencies) : deps_{dependencies}, prober_{deps_} {}

void ProberManager::add_pod(const api::PodPtr& pod) {
  for (const api::Container& container : pod->spec->containers) {
    if (!add_container(pod, container)) return;
  }
  if (!deps_.behaviour.sidecars) return;
  for (const api::Container& container : pod->spec->init_containers) {
    if (api::is_restartable_init_container(container) && !add_container(pod, container)) return;
  }
}

bool ProberManager::add_container(const api::PodPtr& pod, const api::Container& container) {
  for (const ProbeType type : all_types) {
    if (!probe_of(container, type) || (type == ProbeType::startup && !deps_.behaviour.startup_probes)) continue;
    const Key key{pod->metadata.uid, container.name, type};
    if (workers_.contains(key)) return false;
    const ProbeWorker::Dependencies dependencies{deps_,
                                                 prober_,
                                                 results_of(type),
                                                 deps_.status_of,
                                                 deps_.kubelet_started_at,
                                                 deps_.skip_idle_work,
                                                 workers_made_++,
                                                 [this, key] {
                                                   workers_.erase(key);
                                                   ++workers_version_;
                                                 }};
    const auto worker = std::make_shared<ProbeWorker>(dependencies, pod, container.name, type);
    workers_.emplace(key, worker);
    ++workers_version_;
    const sim::Duration up = deps_.process.now() - deps_.kubelet_started_at;
    worker->start(up < std::chrono::seconds{probe_of(container, type)->period_seconds});
  }
  return true;
}

void ProberManager::stop_liveness_and_startup(const api::Pod& pod) {
  if (workers_.empty()) return;
  for (const api::Container& container : pod.spec->containers) {
    stop({pod.metadata.uid, container.name, ProbeType::liveness});
    stop({pod.metadata.uid, container.name, ProbeType::startup});
    const auto readiness = workers_.find(KeyView{pod.metadata.uid, container.name, ProbeType::readiness});
    if (readiness != workers_.end()) readiness->second->cancel_context();
  }
}

void ProberManager::remove_pod(const api::Pod& pod) {
  if (workers_.empty()) return;
  const auto stop_all = [&](const api::Container& container) {
    for (const ProbeType type : all_types) stop({pod.metadata.uid, container.name, type});
  };
  std::ranges::for_each(pod.spec->containers, stop_all);
  std::ranges::for_each(pod.spec->init_containers, stop_all);
}

void ProberManager::clean_up_pods(const std::vector<api::Text>& desired_uids) {
  std::vector<Key> unwanted;
  for (const auto& [key, worker] : workers_) {
    if (!std::ranges::binary_search(desired_uids, std::get<0>(key))) unwanted.push_back(key);
  }
  for (const Key& key : unwanted) stop(key);
}

void ProberManager::disturb(std::string_view pod_uid) {
  auto worker = workers_.lower_bound(KeyView{pod_uid, {}, ProbeType{}});
  for (; worker != workers_.end(); ++worker) {
    if (!pod_uid.empty() && std::get<0>(worker->first) != pod_uid) return;
    worker->second->disturb();
  }
}

void ProberManager::disturb_all_but(const std::vector<api::Text>& uids) {
  for (const auto& [key, worker] : workers_) {
    if (!std::ranges::binary_search(uids, std::get<0>(key))) worker->disturb();
  }
}

void ProberManager::trigger_readiness(const api::Pod& pod, const std::vector<std::string>& containers) {
  for (const std::string& container : containers) {
    const auto worker = workers_.find(KeyView{pod.metadata.uid, container, ProbeType::readiness});
    if (worker != workers_.end()) worker->second->trigger();
  }
}

bool ProberManager::is_probing(std::string_view pod_uid) const {
  if (workers_.empty()) return false;
  const auto first = workers_.lower_bound(KeyView{pod_uid, {}, ProbeType{}});
  for (auto worker = first; worker != workers_.end() && std::get<0>(worker->first) == pod_uid; ++worker) {
    if (worker->second->is_probing()) return true;
  }
  return false;
}

void ProberManager::stop(const Key& key) {
  const auto found = workers_.find(key);
  if (found == workers_.end()) return;
  const std::shared_ptr<ProbeWorker> worker = found->second;
  worker->stop();
}

ProbeResultManager& ProberManager::results_of(ProbeType type) noexcept {
  switch (type) {
    case ProbeType::liveness:
      return liveness_;
    case ProbeType::readiness:
      return readiness_;
    case ProbeType::startup:
      break;
  }
  return startup_;
}

std::optional<ProbeResult> ProberManager::readiness(std::string_view container_id) const {
  return readiness_.get(container_id);
}

std::optional<ProbeResult> ProberManager::startup(std::string_view container_id) const {
  return startup_.get(container_id);
}

bool ProberManager::probes_readiness(std::string_view pod_uid, std::string_view container_name) const {
  return is_probed(pod_uid, container_name, ProbeType::readiness);
}

bool ProberManager::probes_startup(std::string_view pod_uid, std::string_view container_name) const {
  return is_probed(pod_uid, container_name, ProbeType::startup);
}

bool ProberManager::is_probed(std::string_view pod_uid, std::string_view container_name, ProbeType type) const {
  return !workers_.empty() && workers_.contains(KeyView{pod_uid, container_name, type});
}

}  // namespace podreel::kubelet
