// Effects of a plan on one node and its pods.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/fleet/placement.hpp"

namespace podreel::fleet {

/// Cause of a container's restart.
enum class Cause : std::uint8_t {
  /// The container's hash no longer matches its spec.
  definition_changed,
  /// A liveness or startup probe.
  probe,
  /// It exited by itself.
  exited,
  /// Its sandbox was recreated.
  sandbox,
  other,
};
inline constexpr std::size_t cause_count = 5;
/// Returns "definition changed", "probe", "exited", "sandbox", "other".
[[nodiscard]] std::string_view to_string(Cause cause) noexcept;

/// Time in which a previously ready pod is not ready in the API, or one of its containers does not run. Times are since
/// the upgrade began. For drained nodes: from the deletion of a pod until its replacement is ready. An outage that
/// begins before the batch was reported before as one that had not ended.
struct Outage {
  Replica pod;
  sim::Duration from{};
  /// Valid if it ended.
  sim::Duration until{};
  bool has_ended = false;

  friend bool operator==(const Outage&, const Outage&) = default;
};

/// Events in one second of an upgrade.
struct Second {
  std::uint32_t api_writes = 0;
  std::uint32_t image_pulls = 0;
  std::uint32_t restarts = 0;

  Second& operator+=(const Second& more) noexcept;
  friend bool operator==(const Second&, const Second&) = default;
};

struct NodeResult {
  /// Containers of the node's pods, without init and ephemeral ones.
  std::uint32_t containers = 0;
  /// Containers that restarted at least once.
  std::uint32_t restarted = 0;
  std::array<std::uint32_t, cause_count> restarts{};
  /// Restarts by Cluster::workloads' index.
  std::map<std::uint32_t, std::uint32_t> restarts_of;
  /// In the order of their beginnings.
  std::vector<Outage> outages;
  /// Pods that have failed, which no kubelet restarts.
  std::uint32_t failed_pods = 0;
  /// By seconds since the upgrade began; only seconds with events.
  std::map<std::uint32_t, Second> seconds;
  /// When the last step was done and every pod had recovered; the end of the observation if some have not.
  sim::Duration done_at{};
  /// Duration of the observation.
  sim::Duration looked_at_for{};
  bool has_recovered = true;

  friend bool operator==(const NodeResult&, const NodeResult&) = default;
};

}  // namespace podreel::fleet
