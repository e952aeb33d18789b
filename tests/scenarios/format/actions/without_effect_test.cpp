// Actions without effect cause warnings before the scenario runs.
#include <doctest/doctest.h>
#include <string>

#include "scenarios/format/load.hpp"

namespace podreel::actions {

namespace {

format::Loaded load(const std::string& kubelet, const std::string& in_container, const std::string& steps) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: warned}\nspec:\n  duration: 30s\n"
      "  node: {kubelet: {" +
      kubelet +
      "}}\n  timeline:\n  - at: 0s\n    createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: "
      "{containers: [{name: app, image: \"a:1\"" +
      in_container + "}]}}\n" + steps;
  return format::load_scenarios(api::load_documents(text, "test.yaml"), "test.yaml");
}

/// Warnings about a pod, with this in its container, and about these steps.
std::string reported(const std::string& kubelet, const std::string& in_container, const std::string& steps) {
  const format::Loaded loaded = load(kubelet, in_container, steps);
  REQUIRE(loaded.problems.empty());
  std::string result;
  for (const api::Problem& warning : loaded.warnings) result += warning.path + ": " + warning.message + "\n";
  return result;
}

std::string without_file(const char* kubelet, const std::string& file) {
  return reported(kubelet, "",
                  "  - {at: 5s, stopKubelet: {}}\n  - {at: 6s, deleteKubeletFile: {name: " + file + "}}\n");
}

}  // namespace

TEST_CASE("fields of a new pod that the API server drops are reported") {
  const std::string policy = ", resizePolicy: [{resourceName: memory, restartPolicy: RestartContainer}]";
  CHECK(reported("version: \"1.26\"", policy, "") ==
        "spec.timeline[0]: the API server drops spec.containers[0].resizePolicy, which API servers of 1.26 do not "
        "know\n");
  CHECK(reported("version: \"1.31\"", policy, "") ==
        "spec.timeline[0]: the API server drops spec.containers[0].resizePolicy, because the feature gate "
        "InPlacePodVerticalScaling is off\n");
  CHECK(reported("version: \"1.33\"", policy, "") == "");
}

TEST_CASE("fields of a new pod that the API server replaces are reported") {
  CHECK(reported("version: \"1.30\"", ", securityContext: {procMount: Unmasked}", "") ==
        "spec.timeline[0]: the API server stores \"Default\" as spec.containers[0].securityContext.procMount, because "
        "the "
        "feature gate ProcMountType is off\n");
  CHECK(reported("version: \"1.30\"", ", securityContext: {procMount: Default}", "") == "");
}

TEST_CASE("fields of a new pod that podreel does not simulate are reported, unless the API server drops them") {
  const std::string file_key = ", env: [{name: A, valueFrom: {fileKeyRef: {volumeName: v, path: p, key: k}}}]";
  CHECK(reported("version: \"1.36\"", file_key, "") ==
        "spec.timeline[0]: podreel does not simulate spec.containers[0].env[0].valueFrom.fileKeyRef: the container "
        "starts without a look at the file\n");
  CHECK(reported("version: \"1.34\"", file_key, "").find("does not simulate") == std::string::npos);
}

TEST_CASE("equal pods are reported once") {
  const std::string more =
      "  - at: 1s\n    createPods: {count: 3, template: {apiVersion: v1, kind: Pod, metadata: {name: more}, spec: "
      "{containers: [{name: app, image: \"a:1\", startupProbe: {tcpSocket: {port: 80}}}]}}}\n";
  CHECK(reported("version: \"1.15\"", "", more) ==
        "spec.timeline[1]: the API server drops spec.containers[0].startupProbe, which API servers of 1.15 do not "
        "know\n");
}

TEST_CASE("only files are deleted that the kubelet has left") {
  CHECK(without_file("version: \"1.35\"", "actuated_pods_state") == "");
  CHECK(without_file("version: \"1.30\"", "actuated_pods_state") ==
        "spec.timeline[2]: without effect: this kubelet of 1.30 does not write the file actuated_pods_state\n");
  const char* early = "version: \"1.31\", featureGates: {InPlacePodVerticalScaling: true}";
  CHECK(without_file(early, "pod_status_manager_state") == "");
  CHECK(without_file(early, "allocated_pods_state") ==
        "spec.timeline[2]: without effect: this kubelet of 1.31 does not write the file allocated_pods_state\n");
}

TEST_CASE("a resize without a change is reported") {
  CHECK(reported("version: \"1.35\"", "", "  - {at: 5s, resizePod: {pod: web, container: app, resources: {}}}\n") ==
        "spec.timeline[1]: without effect: no requests and no limits for container app\n");
}

TEST_CASE("an ephemeral container is not resized") {
  const format::Loaded loaded =
      load("version: \"1.35\"", "",
           "  - {at: 4s, addEphemeralContainer: {pod: web, container: {name: debug, image: \"d:1\"}}}\n"
           "  - {at: 5s, resizePod: {pod: web, container: debug, resources: {requests: {cpu: 1}}}}\n");
  REQUIRE(loaded.problems.size() == 1);
  CHECK(loaded.problems.front().message ==
        "the API server rejects the resize: spec: Forbidden: only cpu and memory resources are mutable");
}

TEST_CASE("a ConfigMap that the API server would refuse for its size is refused") {
  const auto problems = [](std::size_t size) {
    const std::string mounted = ", envFrom: [{configMapRef: {name: big}}]";
    return load("version: \"1.30\"", mounted,
                "  - {at: 5s, addConfigMap: {name: big, data: {key: \"" + std::string(size, 'x') + "\"}}}\n")
        .problems;
  };
  CHECK(problems(1 << 20).empty());
  const auto found = problems((1 << 20) + 1);
  REQUIRE(found.size() == 1);
  CHECK(found.front().path == "spec.timeline[1].addConfigMap.data");
  CHECK(found.front().message == "found 1048577 bytes; the API server accepts at most 1048576");
}

}  // namespace podreel::actions
