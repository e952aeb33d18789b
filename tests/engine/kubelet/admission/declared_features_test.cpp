#include "engine/kubelet/admission/declared_features.hpp"

#include <doctest/doctest.h>

#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

std::size_t starts_with_gates(const std::string& kubelet) {
  const testing::RunHistory history =
      testing::history_of("duration: 20s, timing: ideal, node: {kubelet: " + kubelet + R"(}, timeline: [
      {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {restartPolicy: Never, containers: [
        {name: app, image: 'app:1', restartPolicy: Never,
         restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]}]}}}])");
  return testing::calls_in(history, "StartContainer").size();
}

}  // namespace

TEST_CASE("a pod that may restart all containers is rejected by kubelets of 1.36 whose gate for that is off") {
  CHECK(starts_with_gates("{version: '1.36.3'}") == 1);
  CHECK(starts_with_gates("{version: '1.36.3', featureGates: {RestartAllContainersOnContainerExits: false}}") == 0);
  CHECK(starts_with_gates("{version: '1.35.6'}") == 1);
  CHECK(starts_with_gates("{version: '1.35.6', featureGates: {NodeDeclaredFeatures: true}}") == 0);
}

}  // namespace podreel::kubelet
