#include "scenarios/simulation/reported_resources.hpp"

#include "engine/release/behaviour/resizing.hpp"

namespace podreel::simulation {

bool reports_resources(const format::Scenario& scenario) {
  if (scenario.runtime.reports_resources) return *scenario.runtime.reports_resources;
  const format::KubeletSettings& kubelet = scenario.node.kubelet;
  return release::behaviour_of(kubelet.version, kubelet.feature_gates).has(release::resize_from_runtime_status);
}

}  // namespace podreel::simulation
