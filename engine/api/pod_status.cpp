#include "engine/api/pod_status.hpp"

#include <algorithm>
#include <array>

namespace podreel::api {

namespace {

struct PhaseName {
  PodPhase phase;
  std::string_view name;
};

constexpr std::array phase_names{
    PhaseName{PodPhase::none, ""},           PhaseName{PodPhase::pending, "Pending"},
    PhaseName{PodPhase::running, "Running"}, PhaseName{PodPhase::succeeded, "Succeeded"},
    PhaseName{PodPhase::failed, "Failed"},   PhaseName{PodPhase::unknown, "Unknown"},
};

}  // namespace

std::string_view to_string(PodPhase phase) noexcept {
  const auto* found = std::ranges::find(phase_names, phase, &PhaseName::phase);
  return found == phase_names.end() ? std::string_view{} : found->name;
}

std::optional<PodPhase> parse_pod_phase(std::string_view text) noexcept {
  const auto* found = std::ranges::find(phase_names, text, &PhaseName::name);
  if (found == phase_names.end()) return std::nullopt;
  return found->phase;
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
