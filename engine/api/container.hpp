// v1.Container: what the kubelet acts on, and the whole object as the API server stores it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/probe.hpp"

namespace podreel::api {

enum class RestartPolicy : std::uint8_t { always, on_failure, never };

/// "Always", "OnFailure", "Never".
[[nodiscard]] std::string_view to_string(RestartPolicy policy) noexcept;
[[nodiscard]] std::optional<RestartPolicy> parse_restart_policy(std::string_view text) noexcept;

enum class PullPolicy : std::uint8_t { always, if_not_present, never };

/// v1.ContainerRestartRule (1.34, KEP-5307).
struct ContainerRestartRule {
  /// "Restart", or "RestartAllContainers" (1.35, KEP-5532).
  std::string action;
  /// "In" or "NotIn"; empty if the rule has no exitCodes.
  std::string exit_codes_operator;
  std::vector<std::int32_t> exit_codes;
  friend bool operator==(const ContainerRestartRule&, const ContainerRestartRule&) = default;
};

/// Resource name to quantity text, as stored.
using ResourceList = std::map<std::string, std::string, std::less<>>;

struct Container {
  std::string name;
  std::string image;
  std::vector<std::string> command;
  std::vector<std::string> args;
  PullPolicy image_pull_policy = PullPolicy::if_not_present;
  /// The container's own policy; on an init container `always` makes it a sidecar (1.28, KEP-753).
  std::optional<RestartPolicy> restart_policy;
  std::vector<ContainerRestartRule> restart_policy_rules;
  std::optional<Probe> liveness_probe;
  std::optional<Probe> readiness_probe;
  std::optional<Probe> startup_probe;
  Lifecycle lifecycle;
  /// Container port names, for handlers that name a port.
  std::map<std::string, std::int32_t, std::less<>> ports;
  ResourceList requests;
  ResourceList limits;
  /// Resource name to "NotRequired" or "RestartContainer" (1.27, KEP-1287).
  std::map<std::string, std::string, std::less<>> resize_policy;
  /// It has `env` or `envFrom`.
  bool has_environment = false;
  /// terminationMessagePolicy FallbackToLogsOnError.
  bool falls_back_to_logs = false;
  /// securityContext.runAsNonRoot.
  std::optional<bool> run_as_non_root;
  /// securityContext.privileged, env … live only here: the container as stored, after defaulting.
  std::shared_ptr<const nlohmann::json> stored;
};

/// An init container that restarts on its own: a sidecar.
[[nodiscard]] inline bool is_restartable_init_container(const Container& container) noexcept {
  return container.restart_policy == RestartPolicy::always;
}

}  // namespace podreel::api
