// A scenario to be explored: two init containers, and a node that may reboot.
#pragma once

#include <string>
#include <string_view>

#include "scenarios/explore/exploration.hpp"
#include "scenarios/explore/workload.hpp"

namespace podreel::testing {

inline constexpr std::string_view initialized_pod = R"(
apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: initialized}
spec:
  duration: 1m
  node: {kubelet: {version: "1.30"}}
  timeline:
    - at: 0s
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: web, labels: {app: web}}
        spec:
          initContainers: [{name: fetch, image: "fetch:1"}, {name: unpack, image: "unpack:1"}]
          containers: [{name: app, image: "app:1"}, {name: log, image: "log:1"}]
  expect:
    - {never: {event: {reason: SandboxChanged}}}
)";

inline std::vector<explore::Workload> workloads_in(std::string_view text, const format::LoadOptions& options = {}) {
  return explore::workloads_of(api::load_documents(text, "s.yaml"), "s.yaml", options);
}

inline format::Scenario initialized_scenario() {
  return explore::loaded(workloads_in(initialized_pod).front()).scenarios.front();
}

}  // namespace podreel::testing
