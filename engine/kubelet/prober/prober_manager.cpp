#include "engine/kubelet/prober/prober_manager.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/probing.hpp"

namespace podreel::kubelet {

namespace {
constexpr std::array all_types{ProbeType::startup, ProbeType::readiness, ProbeType::liveness};
}

ProberManager::ProberManager(const Dependencies& dependencies)
    : IdleSleeper{"probes"}, deps_{dependencies}, prober_{deps_} {}

void ProberManager::add_pod(const api::PodPtr& pod) {
  for (const api::Container& container : pod->spec->containers) {
    if (!add_container(pod, container)) return;
  }
  if (!deps_.behaviour.has(release::sidecars)) return;
  for (const api::Container& container : pod->spec->init_containers) {
    if (api::is_restartable_init_container(container) && !add_container(pod, container)) return;
  }
}

bool ProberManager::add_container(const api::PodPtr& pod, const api::Container& container) {
  for (const ProbeType type : all_types) {
    if (!probe_of(container, type) || (type == ProbeType::startup && !deps_.behaviour.has(release::startup_probes)))
      continue;
    if (find(pod->metadata.uid, container.name, type)) return false;
    add_worker(pod, container, type);
  }
  return true;
}

void ProberManager::add_worker(const api::PodPtr& pod, const api::Container& container, ProbeType type) {
  const ProbeWorker::Dependencies dependencies{deps_, prober_,         results_of(type),         deps_.statuses, *this,
                                               *this, deps_.idle_work, deps_.kubelet_started_at, workers_made_++};
  PODREEL_INVARIANT(!find(pod->metadata.uid, container.name, type), "a container is probed once in each way");
  const auto worker = std::make_shared<ProbeWorker>(dependencies, pod, container.name, type);
  workers_[pod->metadata.uid].push_back({container.name, type, worker});
  ++workers_version_;
  const sim::Duration up = deps_.process.now() - deps_.kubelet_started_at;
  worker->start(up < std::chrono::seconds{probe_of(container, type)->period_seconds});
}

std::shared_ptr<ProbeWorker> ProberManager::find(const memory::Text& pod_uid, std::string_view container,
                                                 ProbeType type) const {
  const auto pod = workers_.find(pod_uid);
  if (pod == workers_.end()) return nullptr;
  for (const Probed& probed : pod->second) {
    if (probed.type == type && probed.container == container) return probed.worker;
  }
  return nullptr;
}

void ProberManager::remove_worker(const memory::Text& pod_uid, std::string_view container, ProbeType type) {
  const auto pod = workers_.find(pod_uid);
  PODREEL_INVARIANT(pod != workers_.end(), "a probe worker that ends is known");
  std::erase_if(pod->second,
                [&](const Probed& probed) { return probed.type == type && probed.container == container; });
  if (pod->second.empty()) workers_.erase(pod);
  ++workers_version_;
}

void ProberManager::stop_liveness_and_startup(const api::Pod& pod) {
  if (workers_.empty()) return;
  for (const api::Container& container : pod.spec->containers) {
    stop(pod.metadata.uid, container.name, ProbeType::liveness);
    stop(pod.metadata.uid, container.name, ProbeType::startup);
  }
}

void ProberManager::cancel_context(const memory::Text& pod_uid) {
  const auto pod = workers_.find(pod_uid);
  if (pod == workers_.end()) return;
  for (const Probed& probed : pod->second) probed.worker->cancel_context();
}

void ProberManager::remove_pod(const api::Pod& pod) {
  if (workers_.empty()) return;
  const auto stop_all = [&](const api::Container& container) {
    for (const ProbeType type : all_types) stop(pod.metadata.uid, container.name, type);
  };
  std::ranges::for_each(pod.spec->containers, stop_all);
  std::ranges::for_each(pod.spec->init_containers, stop_all);
}

void ProberManager::clean_up_pods(const std::vector<memory::Text>& desired_uids) {
  std::vector<std::shared_ptr<ProbeWorker>> unwanted;
  for (const auto& [uid, probes] : workers_) {
    if (std::ranges::binary_search(desired_uids, uid)) continue;
    for (const Probed& probed : probes) unwanted.push_back(probed.worker);
  }
  for (const auto& worker : unwanted) worker->stop();
}

void ProberManager::invalidate(const memory::Text& pod_uid) {
  const auto invalidate_each = [](const PodProbes& probes) {
    for (const Probed& probed : probes) probed.worker->invalidate();
  };
  if (pod_uid.empty()) {
    for (const auto& [uid, probes] : workers_) invalidate_each(probes);
  } else if (const auto pod = workers_.find(pod_uid); pod != workers_.end()) {
    invalidate_each(pod->second);
  }
}

sim::Duration ProberManager::trigger_readiness(const api::Pod& pod, const std::vector<std::string>& containers) {
  sim::Duration last_begins_in{};
  for (const std::string& container : containers) {
    const auto worker = find(pod.metadata.uid, container, ProbeType::readiness);
    if (worker) last_begins_in = std::max(last_begins_in, worker->trigger());
  }
  return last_begins_in;
}

bool ProberManager::is_probing(const memory::Text& pod_uid) const {
  const auto pod = workers_.find(pod_uid);
  return pod != workers_.end() &&
         std::ranges::any_of(pod->second, [](const Probed& probed) { return probed.worker->is_probing(); });
}

void ProberManager::stop(const memory::Text& pod_uid, std::string_view container, ProbeType type) {
  if (const auto worker = find(pod_uid, container, type)) worker->stop();
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
  return find(pod_uid, container_name, ProbeType::readiness) != nullptr;
}

bool ProberManager::probes_startup(std::string_view pod_uid, std::string_view container_name) const {
  return find(pod_uid, container_name, ProbeType::startup) != nullptr;
}

}  // namespace podreel::kubelet
