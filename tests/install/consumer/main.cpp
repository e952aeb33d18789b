// Which capabilities and feature gates does the kubelet of a release have?
//
//   consumer RELEASE
#include <algorithm>
#include <iostream>

#include "podreel/release.hpp"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const auto release = podreel::parse_release(arguments[1]);
  if (!release || *release < podreel::simulated_releases().front()) return 2;

  const podreel::FeatureGates gates{{"SidecarContainers", true}};
  const auto text = [](std::optional<bool> has) { return !has ? "unknown" : *has ? "yes" : "no"; };
  std::cout << to_string(*release) << ": sidecars " << text(podreel::has_capability(*release, "sidecars"))
            << ", with SidecarContainers " << text(podreel::has_capability(*release, "sidecars", gates)) << '\n';

  for (const podreel::FeatureGate& gate : podreel::feature_gates(*release, gates)) {
    if (gate.name != "SidecarContainers" || !gate.is_on) continue;
    std::cout << gate.name << ": " << gate.stage << ", " << (gate.on_by_default ? "on" : "off") << " by default, "
              << (gate.is_locked ? "locked" : "not locked") << '\n';
  }

  for (const podreel::Capability& capability : podreel::capabilities(podreel::default_release())) {
    if (capability.is_present) std::cout << capability.name << ": " << capability.statement << '\n';
  }
  return podreel::known_releases().size() > podreel::simulated_releases().size() ? 0 : 1;
}
