// The ports of pods that their probes and hooks ask.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tools/cri/record/pod_listener.hpp"

namespace podreel::cri {

struct ProbedPort {
  /// "namespace/name".
  std::string pod;
  std::string container;
  std::uint16_t port = 0;
  PortProtocol protocol = PortProtocol::http;
  friend bool operator==(const ProbedPort&, const ProbedPort&) = default;
};

struct ProbedPorts {
  /// Each once. Ports that a kubelet does not find, either, are not among them.
  std::vector<ProbedPort> ports;
  /// Lines about what cannot be answered as the scenario says.
  std::vector<std::string> refused;
};

/// Of all pods that the scenario's timeline creates.
[[nodiscard]] ProbedPorts probed_ports(const language::Scenario& scenario);

}  // namespace podreel::cri
