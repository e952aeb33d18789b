#include "scenarios/format/references.hpp"

#include <doctest/doctest.h>
#include <string>

#include "scenarios/format/load.hpp"

namespace podreel::format {

namespace {

/// The warnings of a scenario with this `runtime`, one pod with a probe, and these other members of its spec.
std::string warned(const std::string& runtime, const std::string& more = {}) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: idle}\nspec:\n  runtime: " + runtime +
      "\n  timeline:\n  - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: "
      "[{name: app, image: nginx, livenessProbe: {exec: {command: [live]}}, readinessProbe: {httpGet: {port: "
      "80}}}]}}}\n"
      "  - {at: 5s, setImage: {pod: web, container: app, image: 'nginx:2'}}\n" +
      more;
  const Loaded loaded = load_scenarios(api::load_documents(text, "idle.yaml"), "idle.yaml");
  CHECK(loaded.problems.empty());
  std::string result;
  for (const api::Problem& problem : loaded.warnings) result += problem.path + ": " + problem.message + "\n";
  return result;
}

}  // namespace

TEST_CASE("answers that no probe or hook asks for are warned of") {
  CHECK(warned("{pods: [{name: web, exec: [{command: live, answers: [{}]}], http: [{status: 200}]}]}") == "");
  CHECK(warned("{pods: [{name: web, exec: [{command: life, answers: [{}]}], tcp: [{}], grpc: [{}]}]}") ==
        "spec.runtime.pods[0].exec[0].command: without effect: no probe or hook of pod web runs \"life\"; did you mean "
        "\"live\"? Accepted: live\n"
        "spec.runtime.pods[0].tcp: without effect: no probe or hook of pod web uses tcp\n"
        "spec.runtime.pods[0].grpc: without effect: no probe or hook of pod web uses grpc\n");
}

TEST_CASE("what a patch or a debugging container brings is known") {
  CHECK(warned("{pods: [{name: web, containers: [{name: debug, runs: []}]}], images: [{name: 'busybox:1'}]}",
               "  - {at: 6s, addEphemeralContainer: {pod: web, container: {name: debug, image: 'busybox:1'}}}\n") ==
        "");
}

TEST_CASE("ConfigMaps and Secrets that no pod refers to are warned of") {
  const std::string step = "  - {at: 6s, addConfigMap: {name: settings}}\n";
  CHECK(warned("{}", step) ==
        "spec.timeline[2].addConfigMap.name: without effect: no pod refers to the ConfigMap \"settings\"\n");
  const std::string user =
      "  - {at: 7s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: user}, spec: {imagePullSecrets: [{name: "
      "reg}], volumes: [{name: v, secret: {secretName: keys}}], containers: [{name: app, image: nginx, envFrom: "
      "[{configMapRef: {name: settings}}]}]}}}\n";
  CHECK(warned("{}", user + step) == "");
  CHECK(warned("{}", user + "  - {at: 8s, removeSecret: {name: key}}\n") ==
        "spec.timeline[3].removeSecret.name: without effect: no pod refers to the Secret \"key\"; did you mean "
        "\"keys\"? Accepted: keys, reg\n");
  CHECK(warned("{}", user + "  - {at: 8s, removeSecret: {name: other/keys}}\n") ==
        "spec.timeline[3].removeSecret.name: without effect: no pod refers to the Secret \"keys\"\n");
}

TEST_CASE("a runtime call that fails at no time, or says why without failing, is warned of") {
  CHECK(warned("{calls: [{call: Status, from: 5s, until: 10s, error: down}]}") == "");
  CHECK(warned("{calls: [{call: StartContainer, from: 5s}]}") ==
        "spec.runtime.calls[0]: without effect: requires `error`, `failFirst`, `fails` or `takes`\n");
  CHECK(warned("{calls: [{call: StartContainer, error: down}]}") ==
        "spec.runtime.calls[0].error: without effect: requires `failFirst` or `fails`\n");
}

TEST_CASE("unused images cause a warning, unless image garbage collection is simulated") {
  CHECK(warned("{images: [{name: 'nginx:latest'}, {name: 'nginx:2'}]}") == "");
  CHECK(warned("{images: [{name: 'nginx:3'}]}") ==
        "spec.runtime.images[0].name: without effect: no container has the image \"nginx:3\"; did you mean "
        "\"nginx:2\"? Accepted: nginx, nginx:2\n");
  CHECK(warned("{images: [{name: old}], imageFilesystem: {capacityBytes: 5}}") == "");
  CHECK(warned("{images: [{name: old}]}", "  node: {kubelet: {config: {imageMaximumGCAge: 20m}}}\n") == "");
}

TEST_CASE("faults that fit no call are warned of") {
  CHECK(
      warned(
          "{calls: [{call: PullImage, container: app, failFirst: 1}, {call: ListContainers, pod: web, takes: 1s}]}") ==
      "spec.runtime.calls[0].container: without effect: PullImage does not concern a single container\n"
      "spec.runtime.calls[1].pod: without effect: ListContainers does not concern a single pod\n");
  CHECK(warned("{calls: [{call: ContainerStatus, pod: web, container: app, failFirst: 1, error: gone}]}") == "");
}

TEST_CASE("fields that need another one are warned of without it") {
  CHECK(warned("{calls: [{call: PullImage, error: gone}], images: [{name: nginx, pull: {error: gone}}]}") ==
        "spec.runtime.calls[0].error: without effect: requires `failFirst` or `fails`\n"
        "spec.runtime.images[0].pull.error: without effect: requires `failFirst` or `fails`\n");
  CHECK(warned("{pods: [{name: web, sandbox: {killsContainers: false}, containers: [{name: app, conflict: {for: 1s}, "
               "runs: [{exitCode: 1}]}]}]}") ==
        "spec.runtime.pods[0].sandbox.killsContainers: without effect: requires `diesAt`\n"
        "spec.runtime.pods[0].containers[0].conflict: without effect: requires `needs`\n"
        "spec.runtime.pods[0].containers[0].runs[0].exitCode: without effect: requires `for`\n");
}

TEST_CASE("container events require a kubelet that receives them") {
  const std::string delayed = "{containerEvents: {delay: 1s}}";
  CHECK(warned(delayed) ==
        "spec.runtime.containerEvents: without effect: no kubelet of this scenario enables the gate EventedPLEG\n");
  CHECK(warned(delayed, "  node: {kubelet: {version: '1.32', featureGates: {EventedPLEG: true}}}\n") == "");
}

}  // namespace podreel::format
