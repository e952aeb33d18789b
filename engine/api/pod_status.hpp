// v1.PodStatus: what a kubelet reports about a pod.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/api/container.hpp"
#include "engine/memory/boxed_map.hpp"
#include "engine/memory/boxed_optional.hpp"
#include "engine/memory/shared_list.hpp"
#include "engine/memory/text.hpp"
#include "engine/sim/time.hpp"

namespace podreel::api {

enum class PodPhase : std::uint8_t { none, pending, running, succeeded, failed, unknown };

/// Succeeded or Failed.
[[nodiscard]] constexpr bool is_terminal(PodPhase phase) noexcept {
  return phase == PodPhase::succeeded || phase == PodPhase::failed;
}

/// "Pending", "Running" …; empty for `none`.
[[nodiscard]] std::string_view to_string(PodPhase phase) noexcept;
[[nodiscard]] std::optional<PodPhase> parse_pod_phase(std::string_view text) noexcept;

struct StateWaiting {
  memory::Text reason;
  memory::Text message;
  friend bool operator==(const StateWaiting&, const StateWaiting&) = default;
};

struct StateRunning {
  sim::Time started_at{};
  friend bool operator==(const StateRunning&, const StateRunning&) = default;
};

struct StateTerminated {
  std::int32_t exit_code = 0;
  std::int32_t signal = 0;
  memory::Text reason;
  memory::Text message;
  sim::Time started_at{};
  sim::Time finished_at{};
  memory::Text container_id;
  friend bool operator==(const StateTerminated&, const StateTerminated&) = default;
};

/// v1.ContainerState; `monostate` is the empty state (upstream reads it as waiting).
using ContainerState = std::variant<std::monostate, StateWaiting, StateRunning, StateTerminated>;

struct ContainerStatus {
  memory::Text name;
  ContainerState state;
  ContainerState last_state;
  bool ready = false;
  std::int32_t restart_count = 0;
  memory::Text image;
  memory::Text image_id;
  memory::Text container_id;
  std::optional<bool> started;
  /// 1.27+ (KEP-1287): what the runtime actually gives the container.
  memory::BoxedMap<ResourceList> allocated_resources;
  memory::BoxedOptional<std::pair<ResourceList, ResourceList>> resources_requests_limits;
  friend bool operator==(const ContainerStatus&, const ContainerStatus&) = default;
};

using ContainerStatuses = memory::SharedList<ContainerStatus>;

struct PodCondition {
  memory::Text type;
  /// "True", "False" or "Unknown".
  memory::Text status;
  memory::Text reason;
  memory::Text message;
  sim::Time last_probe_time{};
  sim::Time last_transition_time{};
  std::int64_t observed_generation = 0;
  friend bool operator==(const PodCondition&, const PodCondition&) = default;
};

using PodConditions = memory::SharedList<PodCondition>;

/// Addresses, the primary one first.
using IpList = memory::SharedList<memory::Text>;

struct PodStatus {
  /// The generation of the pod that this describes; 0 is not printed (1.33, KEP-5067).
  std::int64_t observed_generation = 0;
  PodPhase phase = PodPhase::none;
  PodConditions conditions;
  memory::Text message;
  memory::Text reason;
  memory::Text nominated_node_name;
  memory::Text host_ip;
  IpList host_ips;
  memory::Text pod_ip;
  IpList pod_ips;
  std::optional<sim::Time> start_time;
  ContainerStatuses init_container_statuses;
  ContainerStatuses container_statuses;
  ContainerStatuses ephemeral_container_statuses;
  memory::Text qos_class;
  /// 1.27 … 1.32 (KEP-1287): "Proposed", "InProgress", "Deferred" or "Infeasible"; conditions say it later.
  memory::Text resize;
  /// 1.36+ (KEP-5419): what the pod as a whole has been allocated, and its requests and limits as they are in force.
  memory::BoxedMap<ResourceList> allocated_resources;
  memory::BoxedOptional<std::pair<ResourceList, ResourceList>> resources;
  friend bool operator==(const PodStatus&, const PodStatus&) = default;
};

/// Whether the statuses are equal but for their conditions.
[[nodiscard]] bool equal_but_for_conditions(const PodStatus& left, const PodStatus& right);

[[nodiscard]] const PodCondition* find_condition(const PodStatus& status, const memory::Text& type) noexcept;
/// In place of the one of its type, or behind all others.
void set_condition(PodConditions& conditions, PodCondition condition);
[[nodiscard]] const ContainerStatus* find_status(const ContainerStatuses& statuses, std::string_view name) noexcept;

/// "4c8f" of the container ID "containerd://4c8f".
[[nodiscard]] std::string_view bare_id(std::string_view container_id) noexcept;

/// As the API prints them: lowerCamelCase keys, empty fields left out, times in RFC 3339.
[[nodiscard]] nlohmann::ordered_json to_json(const PodStatus& status);
[[nodiscard]] nlohmann::ordered_json to_json(const ContainerStatus& status);

/// Reads `.status` of a pod as the API prints it. Missing fields keep their defaults; the JSON must have passed
/// validation (see engine/api/validate.hpp).
[[nodiscard]] PodStatus pod_status_from_json(const nlohmann::json& status);

}  // namespace podreel::api
