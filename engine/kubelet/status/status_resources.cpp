#include "engine/kubelet/status/status_resources.hpp"

#include <string_view>
#include <variant>

namespace podreel::kubelet {

namespace {

using api::ResourceList;

/// Only these can be resized in place.
constexpr std::string_view resizable[] = {"cpu", "memory"};

void take_reported(ResourceList& resources, const ResourceList* told, const ResourceList* before) {
  if (resources.empty()) return;
  for (const std::string_view name : resizable) {
    for (const ResourceList* source : {told, before}) {
      if (source == nullptr) continue;
      const auto found = source->find(name);
      if (found == source->end()) continue;
      resources.insert_or_assign(found->first, found->second);
      break;
    }
  }
}

}  // namespace

void report_resources(api::ContainerStatus& status, const api::Container& container,
                      const runtime::ContainerStatus& seen, const api::ContainerStatus* previous) {
  ResourceList requests = container.requests;
  ResourceList limits = container.limits;
  status.allocated_resources = container.requests;
  if (seen.state == runtime::ContainerState::running) {
    const bool same_instance = previous != nullptr && previous->resources_requests_limits &&
                               std::holds_alternative<api::StateRunning>(previous->state) &&
                               previous->container_id == status.container_id;
    const auto* told = seen.resources ? &*seen.resources : nullptr;
    const auto* before = same_instance ? &*previous->resources_requests_limits : nullptr;
    take_reported(requests, told != nullptr ? &told->first : nullptr, before != nullptr ? &before->first : nullptr);
    take_reported(limits, told != nullptr ? &told->second : nullptr, before != nullptr ? &before->second : nullptr);
  }
  status.resources_requests_limits.emplace(std::move(requests), std::move(limits));
}

}  // namespace podreel::kubelet
