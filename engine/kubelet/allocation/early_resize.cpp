#include "engine/kubelet/allocation/early_resize.hpp"

#include <algorithm>
#include <utility>

#include "engine/api/resource_amounts.hpp"
#include "engine/kubelet/status/status_reasons.hpp"

namespace podreel::kubelet {

bool EarlyResize::is_asked_for(const api::Pod& pod) {
  if (pod.status.phase != api::PodPhase::running || pod.is_static()) return false;
  for (const api::Container& container : pod.spec->containers) {
    if (container.requests.empty()) continue;
    const api::ContainerStatus* status = api::find_status(pod.status.container_statuses, container.name);
    if (status == nullptr || status->allocated_resources.get().size() != container.requests.size()) return false;
    if (!api::same_quantities(container.requests, status->allocated_resources)) return true;
  }
  return false;
}

api::PodPtr EarlyResize::decide(const api::Pod& pod, const std::optional<ResizeMisfit>& misfit) {
  api::Pod decided = pod;
  decided.status.resize = misfit ? misfit->reason : status_reason::resize_in_progress;
  allocated_.decide(pod.metadata.uid, decided.status.resize);
  if (!misfit) {
    allocated_.set(pod);
    for (api::ContainerStatus& status : decided.status.container_statuses) {
      const auto container = std::ranges::find(pod.spec->containers, status.name, &api::Container::name);
      if (container != pod.spec->containers.end()) status.allocated_resources = container->requests;
    }
  }
  return std::make_shared<const api::Pod>(std::move(decided));
}

memory::Text EarlyResize::progress(const api::Pod& pod, const api::PodStatus& status) {
  const bool differs = std::ranges::any_of(pod.spec->containers, [&status](const api::Container& container) {
    const api::ContainerStatus* found = api::find_status(status.container_statuses, container.name);
    if (found == nullptr || !found->resources_requests_limits) return false;
    const auto& [requests, limits] = *found->resources_requests_limits;
    return !api::same_quantities(container.requests, requests) || !api::same_quantities(container.limits, limits);
  });
  if (!differs) allocated_.decide(pod.metadata.uid, {});
  return allocated_.decided(pod.metadata.uid);
}

}  // namespace podreel::kubelet
