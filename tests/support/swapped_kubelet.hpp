// A scenario whose outcome depends on the seed.
#pragma once

namespace podreel::testing {

/// The pod's container is restarted, and its probe begins after up to five seconds: with some seeds it is not Ready for
/// longer than a second, with others it is.
inline constexpr const char* swapped_kubelet = R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: swapped, labels: {team: core}}
spec:
  duration: 3m
  node: {kubelet: {version: "1.30"}}
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec: {containers: [{name: app, image: "a:1", readinessProbe: {httpGet: {port: 80}, periodSeconds: 5}}]}
    - {at: 60s, stopKubelet: {}}
    - {at: 61s, startKubelet: {version: "1.31"}}
  expect:
    - downtime: {pod: web, atMost: 1s}
)";

}  // namespace podreel::testing
