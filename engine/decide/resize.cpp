#include "engine/decide/resize.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/amount.hpp"

namespace podreel::decide {

namespace {

using runtime::ContainerStatus;

/// CPU in thousandths, memory in bytes. A resource that is not set is 0.
struct Resources {
  std::int64_t cpu_request = 0;
  std::int64_t cpu_limit = 0;
  std::int64_t memory_request = 0;
  std::int64_t memory_limit = 0;
};

std::int64_t cpu_in(const api::ResourceList& list) {
  const auto found = list.find("cpu");
  return found == list.end() ? 0 : api::milli_value(found->second);
}

std::int64_t memory_in(const api::ResourceList& list) {
  const auto found = list.find("memory");
  return found == list.end() ? 0 : api::whole_value(found->second);
}

Resources resources_of(const api::ResourceList& requests, const api::ResourceList& limits) {
  return {cpu_in(requests), cpu_in(limits), memory_in(requests), memory_in(limits)};
}

bool same_amounts(const api::ResourceList& left, const api::ResourceList& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const auto& a, const auto& b) {
    return a.first == b.first && api::nano_units(a.second) == api::nano_units(b.second);
  });
}

/// 1.27 … 1.31: what was reported of this very instance, once the resize has been allocated; what the runtime says
/// supersedes it.
std::optional<Resources> reported(const Decision& decision, const api::Container& container,
                                  const ContainerStatus& status) {
  if (container.limits.empty()) return std::nullopt;
  const api::ContainerStatus* found =
      api::find_status(decision.observed().pod.status.container_statuses, container.name);
  if (found == nullptr || !found->resources_requests_limits) return std::nullopt;
  if (!std::holds_alternative<api::StateRunning>(found->state) || api::bare_id(found->container_id) != status.id) {
    return std::nullopt;
  }
  if (!same_amounts(container.requests, found->allocated_resources)) return std::nullopt;
  const auto& source = status.resources ? status.resources : found->resources_requests_limits;
  return resources_of(source->first, source->second);
}

/// Amounts so small that the kernel cannot tell them apart count as equal (cm.MinShares, cm.MinMilliCPULimit).
void level_out(std::int64_t& current, std::int64_t desired, std::int64_t smallest) {
  if (current <= smallest && desired <= smallest) current = desired;
}

/// What the container has, to be compared with what it should have; nothing if that is not known.
std::optional<Resources> current_resources(const Decision& decision, const api::Container& container,
                                           const ContainerStatus& status, const Resources& desired) {
  constexpr std::int64_t smallest_cpu_request = 2;
  constexpr std::int64_t smallest_cpu_limit = 10;
  const bool from_report = decision.behaviour().resize_from_reported_status;
  std::optional<Resources> current;
  if (from_report) {
    current = reported(decision, container, status);
  } else if (status.resources) {
    current = resources_of(status.resources->first, status.resources->second);
  }
  if (!current || decision.behaviour().resize_from_actuated_record) return current;
  current->memory_request = desired.memory_request;
  if (from_report) return current;
  level_out(current->cpu_request, desired.cpu_request, smallest_cpu_request);
  level_out(current->cpu_limit, desired.cpu_limit, smallest_cpu_limit);
  return current;
}

bool restarts_for(const api::Container& container, std::string_view resource) {
  const auto policy = container.resize_policy.find(resource);
  return policy != container.resize_policy.end() && policy->second == "RestartContainer";
}

std::string_view describe_change(bool cpu, bool memory) {
  if (!memory) return "its CPU changed";
  return cpu ? "its CPU and memory changed" : "its memory changed";
}

bool resize(Decision& decision, const api::Container& container, ContainerToResize target,
            const ContainerStatus& status) {
  const release::Behaviour& behaviour = decision.behaviour();
  if (!behaviour.in_place_resize) return false;
  if (!behaviour.static_pod_resize && decision.observed().pod.is_static()) return false;
  const Resources desired = resources_of(container.requests, container.limits);
  const std::optional<Resources> current = current_resources(decision, container, status, desired);
  if (!current) return false;
  const bool cpu = desired.cpu_request != current->cpu_request || desired.cpu_limit != current->cpu_limit;
  const bool memory =
      desired.memory_request != current->memory_request || desired.memory_limit != current->memory_limit;
  if (!cpu && !memory) return false;

  const bool restart = (cpu && restarts_for(container, "cpu")) || (memory && restarts_for(container, "memory"));
  const Rule& rule = restart ? rules::resize_restarts : rules::resized;
  decision.because(container.name, rule, restart ? "killed and started again" : "resized",
                   [&] { return describe_change(cpu, memory); });
  if (!restart) {
    decision.actions().containers_to_resize.push_back(std::move(target));
    return false;
  }
  decision.kill(status, fmt::format("Container {} resize requires restart", container.name), kill_reason::none);
  PodActions& actions = decision.actions();
  const bool regular = target.kind == api::ContainerKind::regular;
  (regular ? actions.containers_to_start : actions.init_containers_to_start).push_back(target.container);
  return true;
}

}  // namespace

bool resize_running_container(Decision& decision, std::size_t index, const ContainerStatus& status) {
  return resize(decision, decision.spec().containers[index], {index, api::ContainerKind::regular, status.id}, status);
}

bool resize_running_sidecar(Decision& decision, std::size_t index, const ContainerStatus& status) {
  return decision.behaviour().sidecar_resize &&
         resize(decision, decision.spec().init_containers[index], {index, api::ContainerKind::init, status.id}, status);
}

bool resize_running_init_container(Decision& decision, std::size_t index, const ContainerStatus& status) {
  return decision.behaviour().init_container_resize &&
         resize(decision, decision.spec().init_containers[index], {index, api::ContainerKind::init, status.id}, status);
}

}  // namespace podreel::decide
