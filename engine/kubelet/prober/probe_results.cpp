#include "engine/kubelet/prober/probe_results.hpp"

#include "engine/invariant.hpp"

namespace podreel::kubelet {

void ProbeResultManager::set(std::string_view pod_uid, std::string_view container_id, decide::ProbeResult result) {
  PODREEL_INVARIANT(!is_notifying_, "a listener does not change results");
  const auto found = results_.find(container_id);
  if (found != results_.end() && found->second == result) return;
  ++version_;
  if (found != results_.end()) {
    found->second = result;
  } else {
    results_.emplace(container_id, result);
  }
  if (!listener_) return;
  is_notifying_ = true;
  listener_(pod_uid, container_id, result);
  is_notifying_ = false;
}

void ProbeResultManager::remove(std::string_view container_id) {
  PODREEL_INVARIANT(!is_notifying_, "a listener does not remove results");
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
