// What may go wrong with a scenario where podreel looks for what breaks: its `explore` section.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::language {

/// A kind of thing that goes wrong, or another turn of what is left to chance.
enum class FaultKind : std::uint8_t {
  call_error,
  call_hang,
  kubelet_crash,
  reboot,
  api_outage,
  network_cut,
  runtime_restart,
  container_exit,
  oom_kill,
  sandbox_death,
  container_loss,
  less_room,
  status_write,
  chance,
};

struct FaultKindName {
  FaultKind kind;
  std::string_view name;
  std::string_view what;
};

/// Every kind, as it is written.
inline constexpr std::array fault_kind_names{
    FaultKindName{FaultKind::call_error, "callError", "a call of the runtime fails once"},
    FaultKindName{FaultKind::call_hang, "callHang",
                  "a call of the runtime hangs, for some seconds or until it is given up"},
    FaultKindName{FaultKind::kubelet_crash, "kubeletCrash", "the kubelet is killed, and starts again"},
    FaultKindName{FaultKind::reboot, "reboot", "the node is down for 20 s, and everything that ran on it has ended"},
    FaultKindName{FaultKind::api_outage, "apiOutage", "the API server is away for a while"},
    FaultKindName{FaultKind::network_cut, "networkCut", "the node is cut off from the API server for a while"},
    FaultKindName{FaultKind::runtime_restart, "runtimeRestart",
                  "the runtime restarts, and what runs goes on or ends with it"},
    FaultKindName{FaultKind::container_exit, "containerExit", "a container exits"},
    FaultKindName{FaultKind::oom_kill, "oomKill", "a container is killed because it is out of memory"},
    FaultKindName{FaultKind::sandbox_death, "sandboxDeath", "a sandbox dies, with its containers or without them"},
    FaultKindName{FaultKind::container_loss, "containerLoss", "a container that has ended disappears from the runtime"},
    FaultKindName{FaultKind::less_room, "lessRoom",
                  "the kubelet is killed, and starts again with hardly any room for pods"},
    FaultKindName{FaultKind::status_write, "statusWrite", "somebody else says that a pod is not ready"},
    FaultKindName{FaultKind::chance, "chance", "races, jitter and latencies turn out otherwise"},
};

inline constexpr std::size_t most_at_once = 16;

struct ExploreSettings {
  /// Empty: all.
  std::vector<FaultKind> allow{};
  /// How many things go wrong in one run, at most.
  std::size_t at_once = 2;
  /// Nothing goes wrong before or after.
  sim::Duration from{};
  std::optional<sim::Duration> until{};
  /// Names of invariants; empty: all.
  std::vector<std::string> keeps{};
  /// The scenario's own expectations of every moment (`always`, `never`) and in time (`by`) must hold, too.
  bool expectations = false;
};

}  // namespace podreel::language
