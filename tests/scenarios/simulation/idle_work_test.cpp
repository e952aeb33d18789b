// Where work that is accounted for and work that is executed once parted.
#include <array>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/replayed_lines.hpp"

namespace podreel::simulation {

namespace {

struct Difference {
  const char* what;
  /// Members of `spec`, but for its timeline.
  const char* settings;
  const char* timeline;
};

/// What parted them once.
constexpr std::array differences{
    Difference{"what could not be removed is collected again",
               R"({duration: 10m, node: {kubelet: {version: "1.20"}},
                   runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 40s, exitCode: 137}]}]}],
                             calls: [{call: RemoveContainer, error: busy, failFirst: 3}]}})",
               R"([{at: 200ms, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                           spec: {containers: [{name: app, image: "app:1"}]}}},
                   {at: 70s, patchPod: {name: web, patch: {spec: {activeDeadlineSeconds: 19}}}}])"},
    Difference{"one collection follows another",
               R"({duration: 10m, node: {kubelet: {version: "1.27"}},
                   runtime: {calls: [{call: RemovePodSandbox, error: busy, failFirst: 1, from: 45s, takes: 150s,
                                      until: 68s}]}})",
               R"([{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: pod-0},
                                        spec: {containers: [{name: app-0, image: busybox}]}}},
                   {at: 37500ms, deletePod: {name: pod-0}}])"},
    Difference{
        "housekeeping that could not look at what runs looks again",
        R"({duration: 10m, node: {kubelet: {version: "1.28.0"}, allocatable: {cpu: "3", memory: 4Gi, pods: "110"}},
                   runtime: {calls: [{call: ListPodSandbox, from: 37s, until: 39s, takes: 250s}]}})",
        R"([{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: first}, spec: {containers: [
                       {name: app, image: "app:1", resources: {requests: {cpu: "1"}}}]}}},
                   {at: 5s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: second}, spec: {containers: [
                       {name: app, image: "app:1", resources: {requests: {cpu: "1"}}}]}}},
                   {at: 30s, stopKubelet: {}},
                   {at: 35s, startKubelet: {allocatable: {cpu: 1500m, memory: 4Gi, pods: "110"}}}])"},
    Difference{"a probe is run at the instant of a resync",
               R"({duration: 10m, node: {kubelet: {version: "1.33", config: {syncFrequency: 10s}}},
                   runtime: {images: [{name: "app:1", present: false, pull: {takes: 8s}}],
                             pods: [{name: web, exec: [{command: ready, answers: [{from: 0s}]}]}]}})",
               R"([{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
                   {name: app, image: "app:1",
                    readinessProbe: {exec: {command: [ready]}, initialDelaySeconds: 14}}]}}}])"},
    Difference{"a sync that looks at the runtime again takes time whatever it sees",
               R"({duration: 10m, runtime: {images: [{name: "app:1", present: false, pull: {takes: 8s}}]},
                   node: {kubelet: {version: "1.30", featureGates: {InPlacePodVerticalScaling: true},
                                    config: {runtimeRequestTimeout: 25s}}}})",
               R"([{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: pod-0},
                                        spec: {containers: [{name: app-1, image: "app:1"}]}}},
                   {at: 69300ms, addEphemeralContainer: {pod: pod-0, container: {name: debug-0, image: busybox}}},
                   {at: 122600ms, hangRuntime: {for: 101s}}])"},
    Difference{"an older kubelet does not know what the newer one has written",
               R"({duration: 20m, node: {kubelet: {version: "1.36"}},
                   runtime: {pods: [{name: pod-2, containers: [{name: app-0, runs: [
                       {for: 1s, exitCode: 1}, {for: 1s, exitCode: 1}, {for: 1s, exitCode: 1}, {for: 1s, exitCode: 1},
                       {for: 1s, exitCode: 1}, {for: 595s, exitCode: 1}, {for: 1s, exitCode: 1}]}]}]}})",
               R"([{at: 2100ms, createPod: {apiVersion: v1, kind: Pod, metadata: {name: pod-2},
                                            spec: {containers: [{name: app-0, image: "nginx:1.25"}]}}},
                   {at: 51300ms, stopKubelet: {signal: KILL}}, {at: 57300ms, startKubelet: {version: "1.31"}}])"},
    Difference{"what is reported waits for the loop, which waits for the runtime",
               R"({duration: 10m, node: {kubelet: {version: "1.19"}},
                   runtime: {calls: [{call: ListContainers, takes: 20s, from: 3s, until: 5s}],
                             pods: [{name: web, exec: [{command: ready, answers: [{from: 0s}, {exitCode: 1, from: 6s}]}]}]}})",
               R"([{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                        spec: {activeDeadlineSeconds: 22, containers: [
                                            {name: app, image: "app:1",
                                             readinessProbe: {exec: {command: [ready]}, periodSeconds: 3}}]}}}])"},
    Difference{"a static pod is taken away, and its status stays until housekeeping",
               R"({duration: 10m, node: {kubelet: {version: "1.9"}}})",
               R"([{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                        spec: {containers: [{name: app, image: "app:1"}]}}},
                   {at: 1300ms, addStaticPod: {path: /etc/kubernetes/manifests/proxy.yaml,
                                               manifest: {apiVersion: v1, kind: Pod, metadata: {name: proxy},
                                                          spec: {containers: [{name: app, image: "app:1"}]}}}},
                   {at: 22800ms, patchPod: {name: web, patch: {spec: {activeDeadlineSeconds: 24}}}},
                   {at: 23300ms, removeStaticPod: {path: /etc/kubernetes/manifests/proxy.yaml}}])"},
    Difference{"a pod ends that the API has forgotten, and its status cannot be written",
               R"({duration: 10m, node: {kubelet: {version: "1.31"}}})",
               R"([{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                        spec: {activeDeadlineSeconds: 24, containers: [{name: app, image: "app:1"}]}}},
                   {at: 3s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: gone},
                                        spec: {containers: [{name: app, image: "app:1"}]}}},
                   {at: 22800ms, deletePod: {name: gone, gracePeriodSeconds: 0}}])"},
    Difference{"a pod could not be looked at when its resync is due",
               R"({duration: 5m, node: {kubelet: {version: "1.30", config: {syncFrequency: 20s}}},
                   runtime: {calls: [{call: PodSandboxStatus, error: busy, from: 72s, until: 76500ms}],
                             pods: [{name: web, containers: [{name: app, runs: [{for: 73s, exitCode: 1}]}]}]}})",
               R"([{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                        spec: {containers: [{name: app, image: "app:1"}]}}}])"},
    Difference{"a sandbox comes up for which nobody waits any more",
               R"({duration: 10m, node: {kubelet: {version: "1.31"}},
                   runtime: {calls: [{call: RunPodSandbox, takes: 300s, from: 3s, until: 36s}]}})",
               R"([{at: 4100ms, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                            spec: {containers: [{name: app, image: "app:1"}]}}},
                   {at: 34s, deletePod: {name: web, gracePeriodSeconds: 0}}])"},
    Difference{"a mirror pod goes, of which the kubelet hears late",
               R"({duration: 10m, node: {kubelet: {version: "1.19"}}})",
               R"([{at: 0s, addStaticPod: {path: /etc/kubernetes/manifests/web.yaml,
                                           manifest: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                                      spec: {containers: [{name: app, image: "app:1"}]}}}},
                   {at: 23900ms, stopKubelet: {}}, {at: 51900ms, startKubelet: {}},
                   {at: 63200ms, stopApiServer: {}}, {at: 132200ms, startApiServer: {}},
                   {at: 146100ms, removeStaticPod: {path: /etc/kubernetes/manifests/web.yaml}},
                   {at: 154100ms, addStaticPod: {path: /etc/kubernetes/manifests/web.yaml,
                                                 manifest: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                                            spec: {containers: [{name: app, image: "app:1"}]}}}}])"},
    Difference{"a static pod that is to come back ends at the instant of housekeeping",
               R"({duration: 10m, node: {kubelet: {version: "1.33", featureGates: {EventedPLEG: true}}}})",
               R"([{at: 0s, addStaticPod: {path: /etc/kubernetes/manifests/web.yaml,
                                           manifest: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                                      spec: {terminationGracePeriodSeconds: 2,
                                                             containers: [{name: app, image: "app:1"}]}}}},
                   {at: 20s, stopKubelet: {}}, {at: 28400ms, startKubelet: {}},
                   {at: 40600ms, removeStaticPod: {path: /etc/kubernetes/manifests/web.yaml}},
                   {at: 44600ms, addStaticPod: {path: /etc/kubernetes/manifests/web.yaml,
                                                manifest: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                                           spec: {terminationGracePeriodSeconds: 2,
                                                                  containers: [{name: app, image: "app:1"}]}}}}])"},
    Difference{"who waits for the clock beside events hears of a relist first",
               R"({duration: 10m, node: {kubelet: {version: "1.32", featureGates: {EventedPLEG: true}}},
                   runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 7s, exitCode: 1}]}]}]}})",
               R"([{at: 4s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
                                        spec: {restartPolicy: Never, containers: [
                                            {name: app, image: "app:1",
                                             livenessProbe: {exec: {command: [alive]}, initialDelaySeconds: 34}},
                                            {name: side, image: "app:1"}]}}}])"},
};

format::Scenario scenario_of(const Difference& difference) {
  const std::string text = fmt::format(
      "{{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {{name: parted}}, spec: {}, timeline: {}}}}}",
      std::string_view{difference.settings}.substr(0, std::string_view{difference.settings}.size() - 1),
      difference.timeline);
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "parted"), "parted");
  for (const api::Problem& problem : loaded.problems) FAIL_CHECK(to_string(problem));
  return std::move(loaded.scenarios.at(0));
}

}  // namespace

TEST_CASE("what parted accounted work from executed work does not any more") {
  for (const Difference& difference : differences) {
    CAPTURE(std::string{difference.what});
    CHECK(testing::difference_of_idle_work(scenario_of(difference), {}) == "");
  }
}

}  // namespace podreel::simulation
