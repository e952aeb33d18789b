// What `podreel kubelet` asks for.
#pragma once

#include <optional>
#include <string>

#include "engine/sim/time.hpp"
#include "scenarios/format/scenario.hpp"
#include "tools/net/server_address.hpp"

namespace podreel::cli {

struct KubeletRequest {
  language::Scenario scenario;
  /// Of the runtime's socket.
  std::string path;
  /// How many simulated seconds pass in one of the wall clock.
  double speed = 1;
  /// Of simulated time; no value: until a signal ends it.
  std::optional<sim::Duration> length;
  /// What happens is printed as JSON Lines, instead of for people.
  bool prints_records = false;
  /// As of --v: more than 0, and it writes a kubelet's log in place of what happens.
  int verbosity = 0;
  /// Where the pods come from; no value: from the scenario's timeline.
  std::optional<server::ServerAddress> api_server;
  /// Of static pods, beside these; empty: none.
  std::string static_pod_path;
};

}  // namespace podreel::cli
