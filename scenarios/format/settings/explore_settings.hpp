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
enum class Trouble : std::uint8_t {
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

struct TroubleName {
  Trouble trouble;
  std::string_view name;
  std::string_view what;
};

/// Every trouble, as it is written.
inline constexpr std::array trouble_names{
    TroubleName{Trouble::call_error, "callError", "a call of the runtime fails once"},
    TroubleName{Trouble::call_hang, "callHang",
                "a call of the runtime hangs, for some seconds or until it is given up"},
    TroubleName{Trouble::kubelet_crash, "kubeletCrash", "the kubelet is killed, and starts again"},
    TroubleName{Trouble::reboot, "reboot", "the node is down for 20 s, and everything that ran on it has ended"},
    TroubleName{Trouble::api_outage, "apiOutage", "the API server is away for a while"},
    TroubleName{Trouble::network_cut, "networkCut", "the node is cut off from the API server for a while"},
    TroubleName{Trouble::runtime_restart, "runtimeRestart",
                "the runtime restarts, and what runs goes on or ends with it"},
    TroubleName{Trouble::container_exit, "containerExit", "a container exits"},
    TroubleName{Trouble::oom_kill, "oomKill", "a container is killed because it is out of memory"},
    TroubleName{Trouble::sandbox_death, "sandboxDeath", "a sandbox dies, with its containers or without them"},
    TroubleName{Trouble::container_loss, "containerLoss", "a container that has ended disappears from the runtime"},
    TroubleName{Trouble::less_room, "lessRoom",
                "the kubelet is killed, and starts again with hardly any room for pods"},
    TroubleName{Trouble::status_write, "statusWrite", "somebody else says that a pod is not ready"},
    TroubleName{Trouble::chance, "chance", "races, jitter and latencies turn out otherwise"},
};

inline constexpr std::size_t most_at_once = 16;

struct ExploreSettings {
  /// Empty: all.
  std::vector<Trouble> allow{};
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
