// A container, as the runtime keeps it.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/sim/scheduler.hpp"
#include "runtime_fake/name_pool.hpp"
#include "runtime_fake/script.hpp"

namespace podreel::runtime_fake {

/// Labels and annotations that a kubelet wrote when it created the container.
struct StoredConfig {
  /// The pod's spec of that time; all pods of one template share it.
  std::shared_ptr<const api::PodSpec> spec;
  /// Null if there is no hook.
  std::unique_ptr<const api::Handler> pre_stop;
  std::uint64_t hash = 0;
  /// 0 if the kubelet stored none.
  std::uint64_t hash_without_resources = 0;
  /// The container's spec, if the kubelet stored it.
  std::shared_ptr<const nlohmann::json> container_spec;
  std::int64_t pod_termination_grace_period_seconds = 30;
  std::optional<std::int64_t> pod_deletion_grace_period_seconds;
  bool oom_kills_group = false;
  bool falls_back_to_logs = false;
};

struct Container {
  static constexpr sim::Time never = sim::Time::max();

  Name name = nullptr;
  Name image = nullptr;
  Name image_id = nullptr;
  Name reason = nullptr;
  Name message = nullptr;
  sim::Time created_at{};
  sim::Time started_at{};
  sim::Time finished_at{};
  StoredConfig stored;
  /// Behaviour while it runs; null before its start and if it runs forever.
  const Run* run = nullptr;
  /// The end of the run, or of the reaction to SIGTERM, and when it is due; `never` if nothing is.
  sim::EventId exit_event;
  sim::Time exit_at = never;
  bool exits_by_signal = false;
  /// Parked events that wait for the exit.
  std::vector<sim::EventId> exit_watchers;
  /// Resources that the runtime reports. Null: it reports none.
  std::unique_ptr<const api::LinuxResources> resources;
  memory::Text id;
  memory::Text sandbox_id;
  std::uint32_t attempt = 0;
  std::int32_t exit_code = 0;
  runtime::ContainerState state = runtime::ContainerState::created;
  api::ContainerKind kind = api::ContainerKind::regular;

  [[nodiscard]] bool is_running() const noexcept { return state == runtime::ContainerState::running; }
};

[[nodiscard]] runtime::ContainerStatus status_of(const Container& container);

/// Returns what a kubelet can learn of the container without its pod's spec: `pod->metadata` has the pod's identity,
/// and `pod->spec` the spec that the container was created from.
[[nodiscard]] runtime::ContainerConfig config_of(const Container& container, api::ObjectMeta pod);

/// A copy without the run and events, whose times are `later`.
[[nodiscard]] std::unique_ptr<Container> copy_of(const Container& container, sim::Duration later);
/// Moves a time, unless it is one that has not come (zero) or never comes.
[[nodiscard]] sim::Time shifted(sim::Time time, sim::Duration by) noexcept;

/// Names of states in the runtime's errors: "CONTAINER_RUNNING" ….
[[nodiscard]] std::string_view cri_name(runtime::ContainerState state) noexcept;

}  // namespace podreel::runtime_fake
