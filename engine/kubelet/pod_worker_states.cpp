// What pod workers know of their pods, for those who ask.
#include <algorithm>

#include "engine/kubelet/pod_workers.hpp"

namespace podreel::kubelet {

bool PodWorkers::is_known(const memory::Text& uid) const {
  return find(uid) != nullptr;
}

bool PodWorkers::is_termination_requested(const memory::Text& uid) const {
  const Worker* worker = find(uid);
  return worker != nullptr && worker->terminating_at;
}

bool PodWorkers::is_terminating(std::string_view static_pod_name) const {
  const Worker* worker = find(turns_.holder(static_pod_name));
  return worker != nullptr && worker->terminating_at && !worker->terminated_at;
}

bool PodWorkers::is_any_terminating() const {
  return std::ranges::any_of(
      workers_, [](const auto& worker) { return worker.second.terminating_at && !worker.second.terminated_at; });
}

bool PodWorkers::is_known_terminated(const memory::Text& uid) const {
  const Worker* worker = find(uid);
  return worker != nullptr && worker->terminated_at;
}

bool PodWorkers::awaits_another(const memory::Text& uid) const {
  const Worker* worker = find(uid);
  return worker != nullptr && worker->finished && worker->restart_requested;
}

bool PodWorkers::could_have_running_containers(const memory::Text& uid) const {
  const Worker* worker = find(uid);
  return worker != nullptr ? !worker->terminated_at : !pods_synced_;
}

bool PodWorkers::should_content_be_removed(const memory::Text& uid) const {
  const Worker* worker = find(uid);
  if (worker == nullptr) return pods_synced_;
  return worker->terminated_at && (worker->deleted || worker->evicted);
}

}  // namespace podreel::kubelet
