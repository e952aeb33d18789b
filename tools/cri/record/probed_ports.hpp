// Ports of pods that probes and hooks connect to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tools/cri/record/pod_listener.hpp"

namespace podreel::cri {

struct ProbedPort {
  /// Formatted as "namespace/name".
  std::string pod;
  std::string container;
  std::uint16_t port = 0;
  PortProtocol protocol = PortProtocol::http;
  friend bool operator==(const ProbedPort&, const ProbedPort&) = default;
};

struct ProbedPorts {
  /// Each port once. Ports that kubelets cannot resolve are left out.
  std::vector<ProbedPort> ports;
  /// Descriptions of probes and hooks that cannot be answered as scripted.
  std::vector<std::string> refused;
};

/// Returns the ports of all pods that the scenario's timeline creates.
[[nodiscard]] ProbedPorts probed_ports(const format::Scenario& scenario);

}  // namespace podreel::cri
