#include "engine/release/feature_gates.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::release {

namespace {

bool on(std::string_view gate, Release release, const FeatureGates& gates = {}) {
  return is_on(gate_named(gate), release, gates);
}

std::vector<std::string_view> missing(std::string_view gate, Release release, const FeatureGates& gates = {}) {
  return missing_needs(gate_named(gate), release, gates);
}

}  // namespace

TEST_CASE("a gate is off, on, and locked as its feature grows up") {
  CHECK(stage_of(gate_named("SidecarContainers"), v(27)) == nullptr);
  CHECK(stage_of(gate_named("SidecarContainers"), v(28))->stage == Stage::alpha);
  CHECK_FALSE(on("SidecarContainers", v(28)));
  CHECK(on("SidecarContainers", v(28), {{"SidecarContainers", true}}));
  CHECK(stage_of(gate_named("SidecarContainers"), v(29, 6))->stage == Stage::beta);
  CHECK(on("SidecarContainers", v(29)));
  CHECK_FALSE(on("SidecarContainers", v(29), {{"SidecarContainers", false}}));
  CHECK(stage_of(gate_named("SidecarContainers"), v(33))->is_locked);
  CHECK(on("SidecarContainers", v(33), {{"SidecarContainers", false}}));
}

TEST_CASE("resizing in place is locked since 1.35") {
  const FeatureGates off{{"InPlacePodVerticalScaling", false}};
  CHECK_FALSE(on("InPlacePodVerticalScaling", v(34), off));
  CHECK(on("InPlacePodVerticalScaling", v(35), off));
  CHECK(behaviour_of(v(35), off).has(in_place_resize));
}

TEST_CASE("a feature that outlived its gate is on, one that was given up is off") {
  CHECK(stage_of(gate_named("EphemeralContainers"), v(27)) == nullptr);
  CHECK(on("EphemeralContainers", v(27), {{"EphemeralContainers", false}}));
  CHECK_FALSE(on("PodHasNetworkCondition", v(28), {{"PodHasNetworkCondition", true}}));
  CHECK_FALSE(on("LegacySidecarContainers", v(34), {{"LegacySidecarContainers", true}}));
}

TEST_CASE("generally available is not always locked") {
  CHECK_FALSE(on("ExecProbeTimeout", v(34), {{"ExecProbeTimeout", false}}));
  CHECK(on("ExecProbeTimeout", v(35), {{"ExecProbeTimeout", false}}));
}

TEST_CASE("AllAlpha and AllBeta set what is not set itself") {
  CHECK(on("EventedPLEG", v(30), {{"AllAlpha", true}}));
  CHECK_FALSE(on("EventedPLEG", v(30), {{"AllAlpha", true}, {"EventedPLEG", false}}));
  CHECK_FALSE(on("EventedPLEG", v(27), {{"AllAlpha", true}}));
  CHECK(on("EventedPLEG", v(27), {{"AllBeta", true}}));
  CHECK_FALSE(on("SidecarContainers", v(29), {{"AllBeta", false}}));
  CHECK(on("SidecarContainers", v(33), {{"AllBeta", false}}));
}

TEST_CASE("since 1.35 a kubelet looks at what its gates need") {
  const FeatureGates gates{{"ContainerRestartRules", false}};
  CHECK(missing("RestartAllContainersOnContainerExits", v(36), gates) ==
        std::vector{std::string_view{"ContainerRestartRules"}});
  CHECK(missing("RestartAllContainersOnContainerExits", v(35), gates).empty());
  CHECK(missing("PodLifecycleSleepActionAllowZero", v(33), {{"PodLifecycleSleepAction", false}}).empty());
  CHECK(needs_of(gate_named("UserNamespacesHostNetworkSupport"), v(35)).size() == 1);
  CHECK(needs_of(gate_named("UserNamespacesHostNetworkSupport"), v(36)).size() == 2);
}

TEST_CASE("no gate has in any release by default what a kubelet would refuse") {
  for (const Release release : simulated_releases()) {
    for (const FeatureGate& gate : feature_gates()) {
      CAPTURE(to_string(release));
      CAPTURE(gate.name);
      CHECK(missing_needs(gate, release, {}).empty());
    }
  }
}

TEST_CASE("stages follow each other, and what is needed is a gate, too") {
  for (const FeatureGate& gate : feature_gates()) {
    CAPTURE(gate.name);
    CHECK(gate.stages.size() > 0);
    CHECK(std::ranges::is_sorted(gate.stages, std::less_equal{}, &GateStage::since));
    for (const GateNeed& need : gate.needs) CHECK(find_gate(need.gate) != nullptr);
    for (const GateStage& stage : gate.stages) {
      const bool is_last = &stage == std::prev(gate.stages.end());
      CHECK((stage.stage != Stage::removed || is_last));
    }
  }
}

}  // namespace podreel::release
