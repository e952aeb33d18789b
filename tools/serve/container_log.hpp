// Container logs, which have the messages of their scripts and the times of start and exit.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/sim/time.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/request_info.hpp"

namespace podreel::serve {

/// Returns the container that the request's parameter `container` selects (pkg/registry/core/pod/strategy.go,
/// LogLocation). Throws StatusError (400).
[[nodiscard]] std::string meant_container(const nlohmann::json& pod, const Target& target, const std::string& pod_name);

/// Answers a GET of a pod's log; the answer is a stream if the log is followed. Throws StatusError.
[[nodiscard]] Response answer_about_log(const LiveSimulation& simulation, const Target& target,
                                        const RequestInfo& info);

/// The log of a container's current instance, from its v1.ContainerStatus: a line at its start, its message, and a line
/// at its exit.
struct ContainerLog {
  std::string text{};
  bool has_ended = false;
};
[[nodiscard]] ContainerLog log_of(const nlohmann::json& status, const LogQuery& query, sim::Time now);

/// Returns the status of a container of an API pod; null if there is no such container.
[[nodiscard]] const nlohmann::json* container_status(const nlohmann::json& pod, const std::string& container);

}  // namespace podreel::serve
