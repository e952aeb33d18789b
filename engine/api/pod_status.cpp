#include "engine/api/pod_status.hpp"

#include <algorithm>
#include <tuple>

#include "engine/api/enum_names.hpp"

namespace podreel::api {

namespace {

constexpr auto phase_names = enum_names<PodPhase>("", "Pending", "Running", "Succeeded", "Failed", "Unknown");

}  // namespace

std::string_view to_string(PodPhase phase) noexcept {
  return phase_names[phase];
}

std::optional<PodPhase> parse_pod_phase(std::string_view text) noexcept {
  return phase_names.find(text);
}

std::string_view bare_id(std::string_view container_id) noexcept {
  const std::size_t separator = container_id.find("://");
  return separator == std::string_view::npos ? container_id : container_id.substr(separator + 3);
}

bool equal_but_for_conditions(const PodStatus& left, const PodStatus& right) {
  const auto rest_of = [](const PodStatus& status) {
    // All fields: with one more this does not compile.
    const auto& [observed_generation, phase, conditions, message, reason, nominated_node_name, host_ip, host_ips,
                 pod_ip, pod_ips, start_time, init_containers, containers, ephemeral_containers, qos_class, resize,
                 allocated_resources, resources] = status;
    return std::tie(observed_generation, phase, message, reason, nominated_node_name, host_ip, host_ips, pod_ip,
                    pod_ips, start_time, init_containers, containers, ephemeral_containers, qos_class, resize,
                    allocated_resources, resources);
  };
  return rest_of(left) == rest_of(right);
}

const PodCondition* find_condition(const PodStatus& status, const memory::Text& type) noexcept {
  const auto found = std::ranges::find(status.conditions, type, &PodCondition::type);
  return found == status.conditions.end() ? nullptr : &*found;
}

void set_condition(PodConditions& conditions, PodCondition condition) {
  const auto found = std::ranges::find(conditions, condition.type, &PodCondition::type);
  if (found == conditions.end()) {
    conditions.push_back(std::move(condition));
  } else {
    *found = std::move(condition);
  }
}

const ContainerStatus* find_status(const ContainerStatuses& statuses, std::string_view name) noexcept {
  const auto found = std::ranges::find(statuses, name, &ContainerStatus::name);
  return found == statuses.end() ? nullptr : &*found;
}

}  // namespace podreel::api
