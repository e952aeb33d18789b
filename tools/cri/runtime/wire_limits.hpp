// Parts of scenarios that are not available to a kubelet over CRI.
#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"

namespace podreel::cri {

struct WireLimits {
  /// Parts that would not behave as the scenario says.
  std::vector<std::string> refused;
  /// Parts that are left out or performed differently.
  std::vector<std::string> left_out;
};

[[nodiscard]] WireLimits wire_limits(const format::Scenario& scenario);

/// An error of a pull that has no code in the scenario, and its text over CRI.
struct CodedError {
  std::string image;
  std::string written;
  std::string sent;
};
[[nodiscard]] std::vector<CodedError> coded_pull_errors(const format::Scenario& scenario);

/// Returns notes on pull errors whose text changes: over CRI, each error has a code, which begins its text.
[[nodiscard]] std::vector<std::string> pull_errors_without_code(const format::Scenario& scenario);

/// Returns additional limits for runtimes whose pod addresses have no listeners.
[[nodiscard]] std::vector<std::string> network_limits(const format::Scenario& scenario);

}  // namespace podreel::cri
