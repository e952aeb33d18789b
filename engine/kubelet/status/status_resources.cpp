#include "engine/kubelet/status/status_resources.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
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

/// Bytes in powers of two, CPU in thousandths, anything else as a number.
std::string amount_text(std::string_view resource, std::int64_t amount) {
  if (resource == "cpu") return api::cpu_text(amount);
  const bool is_in_bytes =
      resource == "memory" || resource == "ephemeral-storage" || resource.starts_with("hugepages-");
  return is_in_bytes ? api::memory_text(amount) : std::to_string(amount);
}

/// Sums over the containers, unless the pod has resources as a whole (getEffectiveAllocatedResources).
RequestsAndLimits aggregated_resources(const api::PodSpec& spec, const release::Behaviour& behaviour) {
  std::set<std::string, std::less<>> names;
  const auto add_names = [&names](const ResourceList& list) {
    for (const auto& [resource, quantity] : list) names.insert(resource);
  };
  add_names(spec.requests);
  add_names(spec.limits);
  for (const auto* containers : {&spec.containers, &spec.init_containers}) {
    for (const api::Container& container : *containers) {
      add_names(container.requests);
      add_names(container.limits);
    }
  }
  RequestsAndLimits resources;
  for (const std::string& resource : names) {
    const std::int64_t requested = decide::pod_request(spec, resource, behaviour);
    const std::int64_t limit = decide::pod_limit(spec, resource, behaviour);
    if (requested > 0) resources.first.emplace(resource, amount_text(resource, requested));
    if (limit > 0) resources.second.emplace(resource, amount_text(resource, limit));
  }
  return resources;
}

/// Resources of a running pod: those of its own, corrected by its control group or, where that says nothing, by what
/// was reported before (convertToAPIPodLevelResourcesStatus).
RequestsAndLimits resources_in_force(const StatusInputs& inputs, const ResourceList& allocated_requests) {
  RequestsAndLimits resources{inputs.pod.spec->requests, inputs.pod.spec->limits};
  auto& [requests, limits] = resources;
  const bool has_before = inputs.previous.phase == api::PodPhase::running && inputs.previous.resources.has_value();
  const RequestsAndLimits before = has_before ? *inputs.previous.resources : RequestsAndLimits{};
  std::optional<RequestsAndLimits> in_force;
  if (inputs.cgroup) in_force = api::requests_and_limits(sync::linux_resources(*inputs.cgroup));
  take_cpu(requests, api::min_cpu_request, in_force ? &in_force->first : nullptr, &before.first);
  const auto memory = allocated_requests.find("memory");
  if (memory != allocated_requests.end()) {
    requests.try_emplace("memory", memory->second);
  } else if (inputs.behaviour.has(release::missing_memory_request_is_zero)) {
    requests.try_emplace("memory", "0");
  }
  take(requests, "memory", nullptr, &before.first);
  take_cpu(limits, api::min_cpu_limit, in_force ? &in_force->second : nullptr, &before.second);
  take(limits, "memory", in_force ? &in_force->second : nullptr, &before.second);
  return resources;
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
  if (!inputs.behaviour.has(release::container_allocations_hidden)) status.allocated_resources = resources.first;
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
  RequestsAndLimits aggregated = aggregated_resources(*inputs.pod.spec, inputs.behaviour);
  status.allocated_resources = aggregated.first;
  if (inputs.pod.status.phase != api::PodPhase::running) {
    status.resources.emplace(std::move(aggregated));
  } else {
    status.resources.emplace(resources_in_force(inputs, aggregated.first));
  }
}

}  // namespace podreel::kubelet
