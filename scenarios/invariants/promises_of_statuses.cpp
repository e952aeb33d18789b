// What is promised of a pod's status, and not kept by every release.
#include <array>
#include <fmt/format.h>

#include "scenarios/invariants/invariant.hpp"
#include "scenarios/invariants/pod_versions.hpp"

namespace podreel::invariants {

namespace {

using api::Pod;

std::optional<Finding> finished_pods_are_not_ready(const History& history) {
  return in_versions(history, [](const Pod& pod, sim::Time) -> std::string {
    if (!is_terminal(pod.status.phase) || pod.is_mirror()) return {};
    const api::PodCondition* ready = find_condition(pod.status, "Ready");
    const bool is_ready = ready != nullptr && ready->status == "True";
    return is_ready ? fmt::format("Ready although it has {}", to_string(pod.status.phase)) : std::string{};
  });
}

constexpr std::array table_of_promised_statuses{
    Invariant{"finished-pods-are-not-ready", "a pod that has succeeded or failed is not Ready",
              finished_pods_are_not_ready, "kubernetes/kubernetes#108594"},
};

}  // namespace

std::span<const Invariant> promises_of_statuses() {
  return table_of_promised_statuses;
}

}  // namespace podreel::invariants
