#include "engine/kubelet/status/status_resources.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "engine/api/amount.hpp"
#include "engine/api/linux_resources.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::kubelet {

namespace {

using api::ResourceList;
using RequestsAndLimits = std::pair<ResourceList, ResourceList>;

/// Replaces what `reported` or, where it is silent, `before` has of a resource.
void take(ResourceList& resources, std::string_view resource, const ResourceList* reported,
          const ResourceList* before) {
  for (const ResourceList* source : {reported, before}) {
    if (source == nullptr) continue;
    const auto found = source->find(resource);
    if (found == source->end()) continue;
    resources.insert_or_assign(found->first, found->second);
    return;
  }
}

/// Takes the reported CPU, unless both amounts are so small that the kernel does not distinguish them: then the request
/// stays.
void take_cpu(ResourceList& resources, std::int64_t smallest, const ResourceList* reported,
              const ResourceList* before) {
  const auto is_small = [smallest](const ResourceList& list) {
    const auto found = list.find("cpu");
    return found == list.end() || api::milli_value(found->second) <= smallest;
  };
  if (reported != nullptr && reported->contains("cpu") && is_small(*reported) && is_small(resources)) return;
  take(resources, "cpu", reported, before);
}

/// Resources of a running container that are known better than by its allocation.
void correct(RequestsAndLimits& resources, const RequestsAndLimits* reported, const RequestsAndLimits* before) {
  auto& [requests, limits] = resources;
  if (!requests.empty()) {
    const ResourceList* earlier = before != nullptr ? &before->first : nullptr;
    take_cpu(requests, api::min_cpu_request, reported != nullptr ? &reported->first : nullptr, earlier);
    take(requests, "memory", reported != nullptr ? &reported->first : nullptr, earlier);
  }
  if (!limits.empty()) {
    const ResourceList* earlier = before != nullptr ? &before->second : nullptr;
    take_cpu(limits, api::min_cpu_limit, reported != nullptr ? &reported->second : nullptr, earlier);
    take(limits, "memory", reported != nullptr ? &reported->second : nullptr, earlier);
  }
}

void set_memory(ResourceList& requests, std::int64_t bytes) {
  const auto memory = requests.find("memory");
  if (memory != requests.end() && api::whole_value(memory->second) != bytes) memory->second = api::memory_text(bytes);
}

/// Init containers were not allocated anything before they could be resized.
const api::Container* allocated_container(const StatusInputs& inputs, api::ContainerKind kind,
                                          const api::Container& container) {
  if (!inputs.behaviour.has(release::resize_from_reported_status)) return &container;
  if (kind != api::ContainerKind::regular) return nullptr;
  if (inputs.allocation == nullptr) return &container;
  const auto found = std::ranges::find(inputs.allocation->containers, container.name, &api::Container::name);
  return found == inputs.allocation->containers.end() ? &container : &*found;
}

}  // namespace

void report_resources(api::ContainerStatus& status, const StatusInputs& inputs, api::ContainerKind kind,
                      const api::Container& container, const runtime::ContainerStatus& seen,
                      const api::ContainerStatus* previous) {
  const bool runs = seen.state == runtime::ContainerState::running;
  if (!runs && inputs.behaviour.has(release::resources_of_running_containers_only)) return;
  const api::Container* allocated = allocated_container(inputs, kind, container);
  RequestsAndLimits resources{allocated == nullptr ? ResourceList{} : allocated->requests, container.limits};
  status.allocated_resources = resources.first;
  if (runs) {
    const bool same_instance = previous != nullptr && previous->resources_requests_limits &&
                               std::holds_alternative<api::StateRunning>(previous->state) &&
                               previous->container_id == status.container_id;
    correct(resources, seen.resources ? &*seen.resources : nullptr,
            same_instance ? &*previous->resources_requests_limits : nullptr);
    if (inputs.behaviour.has(release::resize_from_reported_status)) {
      if (allocated != nullptr) set_memory(resources.first, api::amounts_of(*allocated).memory_request);
    } else if (inputs.actuated != nullptr && inputs.actuated->contains(container.name)) {
      set_memory(resources.first, inputs.actuated->at(container.name).memory_request);
    }
  }
  status.resources_requests_limits.emplace(std::move(resources));
}

void report_pod_resources(api::PodStatus& status, const StatusInputs& inputs) {
  const api::PodSpec& spec = *inputs.pod.spec;
  RequestsAndLimits resources;
  auto& [requests, limits] = resources;
  const auto set = [](ResourceList& list, const char* resource, std::int64_t amount) {
    const bool cpu = std::string_view{resource} == "cpu";
    if (amount > 0) list.insert_or_assign(resource, cpu ? api::cpu_text(amount) : api::memory_text(amount));
  };
  for (const char* resource : {"cpu", "memory"}) {
    set(requests, resource, decide::pod_request(spec, resource, inputs.behaviour));
    set(limits, resource, decide::pod_limit(spec, resource, inputs.behaviour));
  }
  status.allocated_resources = requests;
  if (inputs.cgroup) {
    const RequestsAndLimits in_force = api::requests_and_limits(sync::linux_resources(*inputs.cgroup));
    correct(resources, &in_force, inputs.previous.resources ? &*inputs.previous.resources : nullptr);
  }
  status.resources.emplace(std::move(resources));
}

}  // namespace podreel::kubelet
