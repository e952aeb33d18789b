#include "scenarios/language/gate_check.hpp"

#include <doctest/doctest.h>

#include "scenarios/language/load.hpp"

namespace podreel::language {

namespace {

using release::v;

std::string text_of(const std::vector<GateRemark>& remarks) {
  std::string text;
  for (const GateRemark& remark : remarks) text += remark.gate + ": " + remark.message + "\n";
  return text;
}

std::string problems(const release::FeatureGates& gates, release::Release kubelet) {
  return text_of(check_gates(gates, kubelet).problems);
}

std::string warnings(const release::FeatureGates& gates, release::Release kubelet) {
  return text_of(check_gates(gates, kubelet).warnings);
}

Loaded load(const std::string& spec, const LoadOptions& options = {}) {
  const std::string text = "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: gates}\nspec:\n" + spec;
  return load_scenarios(api::load_documents(text, "gates.yaml"), "gates.yaml", options);
}

std::string lines(const std::vector<api::Problem>& list) {
  std::string text;
  for (const api::Problem& problem : list) text += api::to_string(problem) + "\n";
  return text;
}

constexpr const char* pod =
    "  timeline:\n"
    "  - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "
    "nginx}]}}}\n";

}  // namespace

TEST_CASE("a gate that no kubelet knows is refused with the nearest name") {
  CHECK(
      problems({{"SidecarContainer", true}}, v(30)) ==
      "SidecarContainer: unrecognized feature gate; did you mean \"SidecarContainers\"? podreel versions --gates 1.30 "
      "lists all\n");
  CHECK(problems({{"MyOwnGate", true}}, v(30)) ==
        "MyOwnGate: unrecognized feature gate; podreel versions --gates 1.30 lists all\n");
}

TEST_CASE("a gate of other releases is refused, too") {
  CHECK(problems({{"SidecarContainers", false}}, v(27)) ==
        "SidecarContainers: unrecognized feature gate: kubelets since 1.28 have it, and this one is of 1.27\n");
  CHECK(problems({{"LegacySidecarContainers", true}}, v(34)) ==
        "LegacySidecarContainers: unrecognized feature gate: kubelets before 1.34 have it, and this one is of 1.34\n");
}

TEST_CASE("a locked gate takes its default only") {
  CHECK(problems({{"InPlacePodVerticalScaling", false}}, v(35)) ==
        "InPlacePodVerticalScaling: cannot set feature gate InPlacePodVerticalScaling to false, feature is locked to "
        "true\n");
  CHECK(problems({{"InPlacePodVerticalScaling", true}}, v(35)).empty());
  CHECK(problems({{"InPlacePodVerticalScaling", false}}, v(34)).empty());
}

TEST_CASE("a gate that needs another is refused where that is off, and the one that was set is blamed") {
  CHECK(
      problems({{"RestartAllContainersOnContainerExits", true}}, v(35)) ==
      "RestartAllContainersOnContainerExits: RestartAllContainersOnContainerExits is enabled, but depends on features "
      "that are disabled: [NodeDeclaredFeatures]\n");
  CHECK(problems({{"ContainerRestartRules", false}}, v(36)) ==
        "ContainerRestartRules: RestartAllContainersOnContainerExits is enabled, but depends on features that are "
        "disabled: [ContainerRestartRules]\n");
  CHECK(problems({{"ContainerRestartRules", false}, {"RestartAllContainersOnContainerExits", false}}, v(36)).empty());
  CHECK(problems({{"ClusterTrustBundleProjection", true}}, v(34)).empty());
}

TEST_CASE("a gate that podreel does not model is told where it changes anything") {
  CHECK(warnings({{"KubeletPSI", true}}, v(33)) ==
        "KubeletPSI: a kubelet of 1.33 obeys this feature gate, but podreel does not model what it changes\n");
  CHECK(warnings({{"KubeletPSI", true}}, v(34)).empty());
  CHECK(warnings({{"SidecarContainers", true}, {"GRPCContainerProbe", true}}, v(28)).empty());
}

TEST_CASE("AllAlpha says how much of it podreel models") {
  const std::string text = warnings({{"AllAlpha", true}}, v(28));
  CHECK(text.find("AllAlpha: switches ") == 0);
  CHECK(text.find("SidecarContainers") != std::string::npos);
  CHECK(problems({{"AllAlpha", true}}, v(28)).empty());
  CHECK(problems({{"AllAlpha", true}}, v(35)).find("AllAlpha: ") == 0);
}

TEST_CASE("gates of a scenario are checked for the kubelet that it runs on, wherever that is said") {
  const std::string node = std::string{"  node: {kubelet: {featureGates: {EventedPLEG: true}}}\n"} + pod;
  CHECK(lines(load(node).problems).empty());
  LoadOptions old;
  old.kubelet = v(25);
  CHECK(lines(load(node, old).problems) ==
        "gates.yaml:5:35: spec.node.kubelet.featureGates.EventedPLEG: unrecognized feature gate: kubelets since 1.26 "
        "have it, and this one is of 1.25\n");
}

TEST_CASE("a kubelet that starts as another release does not start with gates that this one does not take") {
  const std::string node = "  node: {kubelet: {version: \"1.33\", featureGates: {LegacySidecarContainers: true}}}\n";
  const std::string steps = std::string{pod} + "  - {at: 1m, stopKubelet: {}}\n";
  CHECK(lines(load(node + steps + "  - {at: 2m, startKubelet: {}}\n").problems).empty());
  CHECK(
      lines(load(node + steps + "  - {at: 2m, startKubelet: {version: \"1.34\"}}\n").problems) ==
      "gates.yaml:9:5: spec.timeline[2].startKubelet.featureGates.LegacySidecarContainers: unrecognized feature gate: "
      "kubelets before 1.34 have it, and this one is of 1.34\n");
  CHECK(lines(load(node + steps + "  - {at: 2m, startKubelet: {version: \"1.34\", featureGates: {}}}\n").problems)
            .empty());
  CHECK(lines(load(node + steps +
                   "  - {at: 2m, startKubelet: {version: \"1.35\", featureGates: {ExecProbeTimeout: false}}}\n")
                  .problems) ==
        "gates.yaml:9:67: spec.timeline[2].startKubelet.featureGates.ExecProbeTimeout: cannot set feature gate "
        "ExecProbeTimeout to false, feature is locked to true\n");
}

TEST_CASE("what is not modelled is a warning, once, and no problem") {
  const Loaded loaded = load(std::string{"  matrix: {kubelet: [\"1.33.1\", \"1.33.2\"]}\n"
                                         "  node: {kubelet: {featureGates: {KubeletPSI: true}}}\n"} +
                             pod);
  CHECK(loaded.scenarios.size() == 2);
  CHECK(lines(loaded.problems).empty());
  CHECK(lines(loaded.warnings) ==
        "gates.yaml:6:35: spec.node.kubelet.featureGates.KubeletPSI: a kubelet of 1.33 obeys this feature gate, but "
        "podreel does not model what it changes\n");
}

TEST_CASE("behaviours and stored fields ask for gates, others are not modelled") {
  CHECK(is_modelled(release::gate_named("SidecarContainers")));
  CHECK(is_modelled(release::gate_named("GRPCContainerProbe")));
  CHECK_FALSE(is_modelled(release::gate_named("KubeletPSI")));
}

}  // namespace podreel::language
