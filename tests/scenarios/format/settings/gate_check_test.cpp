#include "scenarios/format/settings/gate_check.hpp"

#include <doctest/doctest.h>

#include "scenarios/format/load.hpp"

namespace podreel::format {

namespace {

using release::v;

std::string remarks_text(const std::vector<GateRemark>& remarks) {
  std::string text;
  for (const GateRemark& remark : remarks) text += remark.gate + ": " + remark.message + "\n";
  return text;
}

std::string refused(const release::FeatureGates& gates, release::Release kubelet) {
  return remarks_text(check_gates(gates, kubelet).problems);
}

std::string warned(const release::FeatureGates& gates, release::Release kubelet) {
  return remarks_text(check_gates(gates, kubelet).warnings);
}

Loaded load_with(const std::string& spec, const LoadOptions& options = {}) {
  const std::string text = "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: gates}\nspec:\n" + spec;
  return load_scenarios(api::load_documents(text, "gates.yaml"), "gates.yaml", options);
}

std::string remark_lines(const std::vector<api::Problem>& list) {
  std::string text;
  for (const api::Problem& problem : list) text += api::to_string(problem) + "\n";
  return text;
}

constexpr const char* web_pod =
    "  timeline:\n"
    "  - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "
    "nginx}]}}}\n";

}  // namespace

TEST_CASE("a gate that no kubelet knows is refused with the nearest name") {
  CHECK(
      refused({{"SidecarContainer", true}}, v(30)) ==
      "SidecarContainer: unrecognized feature gate; did you mean \"SidecarContainers\"? podreel versions --gates 1.30 "
      "lists all\n");
  CHECK(refused({{"MyOwnGate", true}}, v(30)) ==
        "MyOwnGate: unrecognized feature gate; podreel versions --gates 1.30 lists all\n");
}

TEST_CASE("a gate of other releases is refused, too") {
  CHECK(refused({{"SidecarContainers", false}}, v(27)) ==
        "SidecarContainers: unrecognized feature gate: only kubelets since 1.28 have it, and this one is 1.27\n");
  CHECK(
      refused({{"LegacySidecarContainers", true}}, v(34)) ==
      "LegacySidecarContainers: unrecognized feature gate: only kubelets before 1.34 have it, and this one is 1.34\n");
}

TEST_CASE("a locked gate takes its default only") {
  CHECK(refused({{"InPlacePodVerticalScaling", false}}, v(35)) ==
        "InPlacePodVerticalScaling: cannot set feature gate InPlacePodVerticalScaling to false, feature is locked to "
        "true\n");
  CHECK(refused({{"InPlacePodVerticalScaling", true}}, v(35)).empty());
  CHECK(refused({{"InPlacePodVerticalScaling", false}}, v(34)).empty());
}

TEST_CASE("a gate that needs another is refused where that is off, and the one that was set is blamed") {
  CHECK(
      refused({{"RestartAllContainersOnContainerExits", true}}, v(35)) ==
      "RestartAllContainersOnContainerExits: RestartAllContainersOnContainerExits is enabled, but depends on features "
      "that are disabled: [NodeDeclaredFeatures]\n");
  CHECK(refused({{"ContainerRestartRules", false}}, v(36)) ==
        "ContainerRestartRules: RestartAllContainersOnContainerExits is enabled, but depends on features that are "
        "disabled: [ContainerRestartRules]\n");
  CHECK(refused({{"ContainerRestartRules", false}, {"RestartAllContainersOnContainerExits", false}}, v(36)).empty());
  CHECK(refused({{"ClusterTrustBundleProjection", true}}, v(34)).empty());
}

TEST_CASE("a gate that podreel does not model causes a warning if it changes anything") {
  CHECK(warned({{"KubeletPSI", true}}, v(33)) ==
        "KubeletPSI: without effect: podreel does not model the changes of this feature gate in kubelet 1.33\n");
  CHECK(warned({{"KubeletPSI", true}}, v(34)).empty());
  CHECK(warned({{"SidecarContainers", true}, {"GRPCContainerProbe", true}}, v(28)).empty());
}

TEST_CASE("AllAlpha says how much of it podreel models") {
  const std::string text = warned({{"AllAlpha", true}}, v(28));
  CHECK(text.find("AllAlpha: switches ") == 0);
  CHECK(text.find("SidecarContainers") != std::string::npos);
  CHECK(refused({{"AllAlpha", true}}, v(28)).empty());
}

TEST_CASE("gates of a scenario are checked for the kubelet that it runs on, wherever that is said") {
  const std::string node = std::string{"  node: {kubelet: {featureGates: {EventedPLEG: true}}}\n"} + web_pod;
  CHECK(remark_lines(load_with(node).problems).empty());
  LoadOptions old;
  old.kubelet = v(25);
  CHECK(remark_lines(load_with(node, old).problems) ==
        "gates.yaml:5:35: spec.node.kubelet.featureGates.EventedPLEG: unrecognized feature gate: only kubelets since "
        "1.26 have it, and this one is 1.25\n");
}

TEST_CASE("a kubelet that starts as another release does not start with gates that this one does not take") {
  const std::string node = "  node: {kubelet: {version: \"1.33\", featureGates: {LegacySidecarContainers: true}}}\n";
  const std::string steps = std::string{web_pod} + "  - {at: 1m, stopKubelet: {}}\n";
  CHECK(remark_lines(load_with(node + steps + "  - {at: 2m, startKubelet: {}}\n").problems).empty());
  CHECK(
      remark_lines(load_with(node + steps + "  - {at: 2m, startKubelet: {version: \"1.34\"}}\n").problems) ==
      "gates.yaml:9:5: spec.timeline[2].startKubelet.featureGates.LegacySidecarContainers: unrecognized feature gate: "
      "only kubelets before 1.34 have it, and this one is 1.34\n");
  CHECK(remark_lines(
            load_with(node + steps + "  - {at: 2m, startKubelet: {version: \"1.34\", featureGates: {}}}\n").problems)
            .empty());
  CHECK(remark_lines(
            load_with(node + steps +
                      "  - {at: 2m, startKubelet: {version: \"1.35\", featureGates: {ExecProbeTimeout: false}}}\n")
                .problems) ==
        "gates.yaml:9:61: spec.timeline[2].startKubelet.featureGates.ExecProbeTimeout: cannot set feature gate "
        "ExecProbeTimeout to false, feature is locked to true\n");
}

TEST_CASE("what is not modelled is a warning, once, and no problem") {
  const Loaded loaded = load_with(std::string{"  matrix: {kubelet: [\"1.33.1\", \"1.33.2\"]}\n"
                                              "  node: {kubelet: {featureGates: {KubeletPSI: true}}}\n"} +
                                  web_pod);
  CHECK(loaded.scenarios.size() == 2);
  CHECK(remark_lines(loaded.problems).empty());
  CHECK(remark_lines(loaded.warnings) ==
        "gates.yaml:6:35: spec.node.kubelet.featureGates.KubeletPSI: without effect: podreel does not model "
        "the changes of this feature gate in kubelet 1.33\n");
}

TEST_CASE("behaviours and stored fields ask for gates, others are not modelled") {
  CHECK(is_modelled(release::gate_named("SidecarContainers")));
  CHECK(is_modelled(release::gate_named("GRPCContainerProbe")));
  CHECK_FALSE(is_modelled(release::gate_named("KubeletPSI")));
}

}  // namespace podreel::format
