// The request of `podreel kubelet`.
#pragma once

#include <optional>
#include <string>

#include "engine/sim/time.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/net/server_address.hpp"

namespace podreel::cli {

struct KubeletRequest {
  format::Scenario scenario;
  /// Path of the runtime's socket.
  std::string path;
  /// Simulated seconds per wall-clock second.
  double speed = 1;
  /// Simulated duration; no value: until a signal arrives.
  std::optional<sim::Duration> length;
  /// Print records as JSON Lines instead of text.
  bool prints_records = false;
  /// Value of --v; if it is positive, write a kubelet's log instead of the timeline.
  int verbosity = 0;
  /// API server of the pods; no value: pods come from the scenario's timeline.
  std::optional<serve::ServerAddress> api_server;
  /// Folder of additional static pods; empty: none.
  std::string static_pod_path;
};

}  // namespace podreel::cli
