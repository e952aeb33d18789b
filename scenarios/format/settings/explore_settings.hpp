// Settings of the explorer: the `explore` section of a scenario.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::format {

/// A kind of fault, or a changed random choice.
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

/// All kinds, with their names in the input.
inline constexpr std::array fault_kind_names{
    FaultKindName{FaultKind::call_error, "callError", "a runtime call fails"},
    FaultKindName{FaultKind::call_hang, "callHang", "a runtime call hangs, for some seconds or until it times out"},
    FaultKindName{FaultKind::kubelet_crash, "kubeletCrash", "the kubelet is killed and restarts"},
    FaultKindName{FaultKind::reboot, "reboot", "the node reboots and is down for 20s"},
    FaultKindName{FaultKind::api_outage, "apiOutage", "the API server is down for 30s"},
    FaultKindName{FaultKind::network_cut, "networkCut", "the node is disconnected from the API server for 30s"},
    FaultKindName{FaultKind::runtime_restart, "runtimeRestart",
                  "the runtime restarts, with or without killing containers"},
    FaultKindName{FaultKind::container_exit, "containerExit", "a container exits"},
    FaultKindName{FaultKind::oom_kill, "oomKill", "a container is OOM-killed"},
    FaultKindName{FaultKind::sandbox_death, "sandboxDeath", "a sandbox dies, with its containers or without them"},
    FaultKindName{FaultKind::container_loss, "containerLoss", "the runtime loses a dead container"},
    FaultKindName{FaultKind::less_room, "lessRoom",
                  "the kubelet is killed and restarts with little allocatable CPU and memory"},
    FaultKindName{FaultKind::status_write, "statusWrite", "another client sets a pod's Ready condition to False"},
    FaultKindName{FaultKind::chance, "chance", "races, jitter and latencies have other results"},
};

inline constexpr std::size_t max_concurrent = 16;

struct ExploreSettings {
  /// Empty: all.
  std::vector<FaultKind> allow{};
  /// Maximum number of faults in one run.
  std::size_t at_once = 2;
  /// No faults before or after.
  sim::Duration from{};
  std::optional<sim::Duration> until{};
  /// Names of invariants; empty: all.
  std::vector<std::string> keeps{};
  /// Whether to check the scenario's own expectations of every moment (`always`, `never`) and with a deadline (`by`).
  bool expectations = false;
};

}  // namespace podreel::format
