// What containers have printed: what their scripts say, and when they began and ended.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/sim/time.hpp"
#include "tools/serve/asked_object.hpp"
#include "tools/serve/message.hpp"

namespace podreel::server {

/// The container of a pod that a request is about, by its parameter `container`
/// (pkg/registry/core/pod/strategy.go, LogLocation). Throws StatusError (400).
[[nodiscard]] std::string meant_container(const nlohmann::json& pod, const Target& target, const std::string& pod_name);

/// GET of a pod's log, which goes on if it is followed. Throws StatusError.
[[nodiscard]] Response answer_about_log(const LiveSimulation& simulation, const Target& target,
                                        const AskedObject& asked);

/// The log of a container's present instance, by its v1.ContainerStatus: a line when it began, its message and a line
/// when it ended.
struct ContainerLog {
  std::string text{};
  bool has_ended = false;
};
[[nodiscard]] ContainerLog log_of(const nlohmann::json& status, const LogQuery& query, sim::Time now);

/// Of a pod as the API has it; null if it has no such container.
[[nodiscard]] const nlohmann::json* container_status(const nlohmann::json& pod, const std::string& container);

}  // namespace podreel::server
