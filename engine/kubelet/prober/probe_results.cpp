#include "engine/kubelet/prober/probe_results.hpp"

#include "engine/invariant.hpp"

namespace podreel::kubelet {

void ProbeResultManager::set(std::string_view pod_uid, std::string_view container_id, decide::ProbeResult result) {
  PODREEL_INVARIANT(!container_id.empty() && !pod_uid.empty(), "a result is about a container of a pod");
  const auto found = results_.find(container_id);
  if (found != results_.end() && found->second == result) return;
  ++version_;
  if (found != results_.end()) {
    found->second = result;
  } else {
    results_.emplace(container_id, result);
  }
  if (listener_) listener_(pod_uid, container_id, result);
}

void ProbeResultManager::remove(std::string_view container_id) {
  const auto found = results_.find(container_id);
  if (found == results_.end()) return;
  results_.erase(found);
  ++version_;
}

std::optional<decide::ProbeResult> ProbeResultManager::get(std::string_view container_id) const {
  const auto found = results_.find(container_id);
  return found == results_.end() ? std::nullopt : std::optional{found->second};
}

}  // namespace podreel::kubelet
