// Coverage of a run: rules that explain its decisions and syncs, and behaviours of its kubelet's release.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/release/behaviour.hpp"
#include "engine/sim/time.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::simulation {

/// Returns the names of the rules that the explanations of a run name.
[[nodiscard]] std::set<std::string> exercised_rules(const format::Scenario& scenario);

/// Returns the capabilities that the first kubelet of the scenario has, in the order of the table.
[[nodiscard]] std::vector<release::Capability> capabilities_of(const format::Scenario& scenario);

/// A run, for comparison with runs that lack a capability.
class CoverageRun {
 public:
  /// `scenario` must outlive it.
  explicit CoverageRun(const format::Scenario& scenario);

  /// Returns whether the run differs without the capability. A run that does not end without it differs.
  [[nodiscard]] bool depends_on(release::Capability capability) const;

 private:
  const format::Scenario& scenario_;
  /// Length of a run that comes to rest; without a capability, it may not.
  sim::Duration length_;
  std::string digest_;
};

}  // namespace podreel::simulation
