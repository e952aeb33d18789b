#include "engine/api/pod_status.hpp"

#include <algorithm>

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

const PodCondition* find_condition(const PodStatus& status, std::string_view type) noexcept {
  const auto found = std::ranges::find(status.conditions, type, &PodCondition::type);
  return found == status.conditions.end() ? nullptr : &*found;
}

const ContainerStatus* find_status(const std::vector<ContainerStatus>& statuses, std::string_view name) noexcept {
  const auto found = std::ranges::find(statuses, name, &ContainerStatus::name);
  return found == statuses.end() ? nullptr : &*found;
}

}  // namespace podreel::api
