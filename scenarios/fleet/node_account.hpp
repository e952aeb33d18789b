// What a plan does to one node and its pods.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/fleet/placement.hpp"
#include "scenarios/format/scenario.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::fleet {

/// Why a container was started again.
enum class Cause : std::uint8_t {
  /// The kubelet takes it for another than its spec asks for.
  definition_changed,
  /// A liveness or startup probe.
  probe,
  /// It ended by itself.
  exited,
  /// Its sandbox had to be made anew.
  sandbox,
  other,
};
inline constexpr std::size_t cause_count = 5;
/// "definition changed", "probe", "exited", "sandbox", "other".
[[nodiscard]] std::string_view to_string(Cause cause) noexcept;

/// A pod that was ready when the turn began is not ready in the API, or one of its containers does not run. Times are
/// since then. Where nodes are drained: the pod was deleted because of that, and the next in its place is not ready
/// yet; one that began before the batch was told of before, as one that had not ended.
struct Outage {
  Replica pod;
  sim::Duration from{};
  /// If it ended.
  sim::Duration until{};
  bool has_ended = false;

  friend bool operator==(const Outage&, const Outage&) = default;
};

/// What comes of one second of a turn.
struct Second {
  std::uint32_t api_writes = 0;
  std::uint32_t image_pulls = 0;
  std::uint32_t restarts = 0;

  Second& operator+=(const Second& more) noexcept;
  friend bool operator==(const Second&, const Second&) = default;
};

struct NodeAccount {
  /// Those that the node's pods have, init and ephemeral ones not counted.
  std::uint32_t containers = 0;
  /// Of these, those that were started again, however often.
  std::uint32_t restarted = 0;
  std::array<std::uint32_t, cause_count> restarts{};
  /// Restarts by Cluster::workloads' index.
  std::map<std::uint32_t, std::uint32_t> restarts_of;
  /// In the order of their beginnings.
  std::vector<Outage> outages;
  /// Pods that were there and have failed, which no kubelet starts again.
  std::uint32_t failed_pods = 0;
  /// By seconds since the turn began, as far as something happened.
  std::map<std::uint32_t, Second> seconds;
  /// When the last step was done and every pod as ready again as it was; at the turn's end if some are not.
  sim::Duration done_at{};
  /// How long it was looked at.
  sim::Duration looked_at_for{};
  bool has_recovered = true;

  friend bool operator==(const NodeAccount&, const NodeAccount&) = default;
};

/// What comes of a scenario whose settled pods are `pods`, in its order, from `from` until `until`: for pods as they
/// are then. `options` says what nodes share.
[[nodiscard]] NodeAccount account_of(const language::Scenario& scenario, const std::vector<Replica>& pods,
                                     sim::Duration from, sim::Duration until, simulation::ReplayOptions options);

}  // namespace podreel::fleet
