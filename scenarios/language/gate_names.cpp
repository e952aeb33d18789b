#include "scenarios/language/gate_names.hpp"

#include <algorithm>
#include <array>

#include "engine/release/behaviour.hpp"

namespace podreel::language {

namespace {

// Gates of API fields, not of the kubelet's own behaviour.
constexpr std::array api_gates{
    std::string_view{"AppArmorFields"},
    std::string_view{"ContainerRestartRules"},
    std::string_view{"ContainerStopSignals"},
    std::string_view{"EphemeralContainers"},
    std::string_view{"GRPCContainerProbe"},
    std::string_view{"InPlacePodVerticalScaling"},
    std::string_view{"PodLevelResources"},
    std::string_view{"PodLifecycleSleepAction"},
    std::string_view{"ProbeTerminationGracePeriod"},
    std::string_view{"ProcMountType"},
    std::string_view{"RecursiveReadOnlyMounts"},
    std::string_view{"SidecarContainers"},
    std::string_view{"StartupProbe"},
    std::string_view{"VolumeSubpathEnvExpansion"},
};

}  // namespace

const std::vector<std::string_view>& gate_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> result{api_gates.begin(), api_gates.end()};
    for (const release::BehaviourRow& row : release::behaviour_table()) {
      for (const release::Gate& gate : row.gates) result.push_back(gate.name);
    }
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }();
  return names;
}

}  // namespace podreel::language
