#include "engine/decide/resize.hpp"

#include <fmt/format.h>

#include "engine/api/linux_resources.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::decide {

namespace {

using api::ResourceAmounts;
using runtime::ContainerStatus;

/// Resources that were reported of this instance, once the resize has been allocated (1.27 to 1.31). Values from the
/// runtime supersede them.
std::optional<ResourceAmounts> reported(const Decision& decision, const api::Container& container,
                                        const ContainerStatus& status) {
  if (container.limits.empty()) return std::nullopt;
  const api::ContainerStatus* found =
      api::find_status(decision.observed().pod.status.container_statuses, container.name);
  if (found == nullptr || !found->resources_requests_limits) return std::nullopt;
  if (!std::holds_alternative<api::StateRunning>(found->state) || api::bare_id(found->container_id) != status.id) {
    return std::nullopt;
  }
  if (!api::same_quantities(container.requests, found->allocated_resources)) return std::nullopt;
  const auto& source = status.resources ? status.resources : found->resources_requests_limits;
  return api::amounts_of(source->first, source->second);
}

/// Treats amounts as equal that are too small for the kernel to distinguish (cm.MinShares, cm.MinMilliCPULimit).
void level_out(std::int64_t& current, std::int64_t desired, std::int64_t smallest) {
  if (current <= smallest && desired <= smallest) current = desired;
}

/// Returns the current resources of the container, to be compared with the desired ones; no value if unknown.
std::optional<ResourceAmounts> current_resources(const Decision& decision, const api::Container& container,
                                                 const ContainerStatus& status, const ResourceAmounts& desired) {
  const ActuatedResources* actuated = decision.observed().actuated;
  if (decision.behaviour().has(release::resize_from_actuated_record) && actuated != nullptr) {
    const auto found = actuated->find(container.name);
    return found == actuated->end() ? ResourceAmounts{} : found->second;
  }
  const bool from_report = decision.behaviour().has(release::resize_from_reported_status);
  std::optional<ResourceAmounts> current;
  if (from_report) {
    current = reported(decision, container, status);
  } else if (status.resources) {
    current = api::amounts_of(status.resources->first, status.resources->second);
  }
  if (!current || decision.behaviour().has(release::resize_from_actuated_record)) return current;
  current->memory_request = desired.memory_request;
  if (from_report) return current;
  level_out(current->cpu_request, desired.cpu_request, api::min_cpu_request);
  level_out(current->cpu_limit, desired.cpu_limit, api::min_cpu_limit);
  return current;
}

bool restarts_for(const api::Container& container, std::string_view resource) {
  const auto policy = container.resize_policy.find(resource);
  return policy != container.resize_policy.end() && policy->second == "RestartContainer";
}

std::string_view describe_change(bool cpu, bool memory) {
  if (!memory) return "CPU changed";
  return cpu ? "CPU and memory changed" : "memory changed";
}

bool resize(Decision& decision, const api::Container& container, ContainerToResize target,
            const ContainerStatus& status) {
  const release::Behaviour& behaviour = decision.behaviour();
  if (!behaviour.has(release::in_place_resize)) return false;
  if (!behaviour.has(release::static_pod_resize) && decision.observed().pod.is_static()) return false;
  const ResourceAmounts desired = api::amounts_of(container);
  const std::optional<ResourceAmounts> current = current_resources(decision, container, status, desired);
  if (!current) return false;
  const bool cpu = !desired.has_same_cpu(*current);
  const bool memory = !desired.has_same_memory(*current);
  if (!cpu && !memory) return false;

  const bool restart = (cpu && restarts_for(container, "cpu")) || (memory && restarts_for(container, "memory"));
  const Rule& rule = restart ? rules::resize_restarts : rules::resized;
  decision.because(container.name, rule, restart ? effect::killed_and_restarted : std::string_view{"resized"},
                   [&] { return describe_change(cpu, memory); });
  if (!restart) {
    target.current = *current;
    target.desired = desired;
    decision.actions().containers_to_resize.push_back(std::move(target));
    return false;
  }
  decision.kill(status, fmt::format("Container {} resize requires restart", container.name), kill_reason::none);
  PodActions& actions = decision.actions();
  actions.resizes_pod = true;
  const bool regular = target.kind == api::ContainerKind::regular;
  (regular ? actions.containers_to_start : actions.init_containers_to_start).push_back(target.container);
  return true;
}

}  // namespace

bool resize_running_container(Decision& decision, std::size_t index, const ContainerStatus& status) {
  return resize(decision, decision.spec().containers[index], {index, api::ContainerKind::regular, status.id}, status);
}

bool resize_running_sidecar(Decision& decision, std::size_t index, const ContainerStatus& status) {
  return decision.behaviour().has(release::sidecar_resize) &&
         resize(decision, decision.spec().init_containers[index], {index, api::ContainerKind::init, status.id}, status);
}

bool resize_running_init_container(Decision& decision, std::size_t index, const ContainerStatus& status) {
  return decision.behaviour().has(release::init_container_resize) &&
         resize(decision, decision.spec().init_containers[index], {index, api::ContainerKind::init, status.id}, status);
}

}  // namespace podreel::decide
