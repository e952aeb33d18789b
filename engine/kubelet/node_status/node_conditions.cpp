#include "engine/kubelet/node_status/node_conditions.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/kubelet/eviction/node_pressure.hpp"
#include "engine/release/behaviour/node_status.hpp"

namespace podreel::kubelet {

namespace {

using apiserver::NodeCondition;

constexpr std::string_view ready = "Ready";
constexpr std::string_view of_node = "Node";
constexpr std::string_view of_kubelet = "Kubelet";

/// Reasons are named as events are: KubeletHasDiskPressure, NodeHasDiskPressure.
NodeCondition pressure_condition(const NodePressure& pressure, bool has_it) {
  const std::string_view event = has_it ? pressure.event : pressure.relieved_event;
  return {.type = std::string{pressure.condition},
          .status = has_it ? "True" : "False",
          .reason = fmt::format("{}{}", of_kubelet, event.substr(of_node.size())),
          .message = std::string{has_it ? pressure.message : pressure.relieved_message}};
}

std::string joined(const std::vector<std::string>& errors, const release::Behaviour& behaviour) {
  if (!behaviour.has(release::node_errors_are_listed)) return fmt::format("{}", fmt::join(errors, ","));
  return errors.size() == 1 ? errors.front() : fmt::format("[{}]", fmt::join(errors, ", "));
}

}  // namespace

std::vector<NodeCondition> conditions_of(const NodeHealth& health, const release::Behaviour& behaviour) {
  std::vector<NodeCondition> conditions;
  if (behaviour.has(release::out_of_disk_reported)) {
    conditions.push_back({.type = "OutOfDisk",
                          .status = "False",
                          .reason = "KubeletHasSufficientDisk",
                          .message = "kubelet has sufficient disk space available"});
  }
  for (const NodePressure& pressure : node_pressures) {
    if (pressure.condition == condition_of(EvictionSignal::pid_available) &&
        !behaviour.has(release::pid_pressure_reported))
      continue;
    const bool has_it = std::ranges::find(health.pressures, pressure.condition) != health.pressures.end();
    conditions.push_back(pressure_condition(pressure, has_it));
  }
  if (health.errors.empty()) {
    conditions.push_back({.type = std::string{ready},
                          .status = "True",
                          .reason = "KubeletReady",
                          .message = "kubelet is posting ready status"});
  } else {
    conditions.push_back({.type = std::string{ready},
                          .status = "False",
                          .reason = "KubeletNotReady",
                          .message = joined(health.errors, behaviour)});
  }
  return conditions;
}

std::string event_of(const NodeCondition& condition) {
  if (condition.type == ready) return condition.status == "True" ? "NodeReady" : "NodeNotReady";
  return fmt::format("{}{}", of_node, condition.reason.substr(of_kubelet.size()));
}

}  // namespace podreel::kubelet
