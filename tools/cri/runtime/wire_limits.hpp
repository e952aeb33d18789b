// What of a scenario cannot be had where the kubelet has nothing of its runtime but a CRI socket.
#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"

namespace podreel::cri {

struct WireLimits {
  /// It would go otherwise than the scenario says.
  std::vector<std::string> refused;
  /// It is left out, or done in another way.
  std::vector<std::string> left_out;
};

[[nodiscard]] WireLimits wire_limits(const language::Scenario& scenario);

/// Errors of pulls that a kubelet is told otherwise: over CRI each has a code, and its text begins with it.
[[nodiscard]] std::vector<std::string> pull_errors_without_code(const language::Scenario& scenario);

/// What is refused besides where nobody listens on the pods' addresses.
[[nodiscard]] std::vector<std::string> network_limits(const language::Scenario& scenario);

}  // namespace podreel::cri
