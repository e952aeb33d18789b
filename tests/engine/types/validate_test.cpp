#include "engine/types/validate.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/release/release.hpp"
#include "tests/support/conformance.hpp"

namespace podreel::types {

namespace {

using api::load_documents;
using api::LoadedFile;
using api::Problem;
using api::Tree;

std::string lines(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) text += to_string(problem) + "\n";
  return text;
}

/// What is wrong with a pod whose spec has these lines, indented by two; they begin in line 3.
std::string problems_of_spec(const std::string& spec) {
  const LoadedFile file = load_documents("metadata: {name: p}\nspec:\n" + spec, "f");
  std::vector<Problem> problems = file.problems;
  for (const Tree& pod : file.documents) validate_pod(pod, "f", "", problems);
  return lines(problems);
}

/// The same for a pod with one container with these lines, indented by four; they begin in line 5.
std::string problems_of_container(const std::string& container) {
  return problems_of_spec("  containers:\n  - {name: c, image: i}\n  - name: d\n    image: i\n" + container);
}

}  // namespace

TEST_CASE("a hook sleeps no longer than the pod's grace period") {
  CHECK(problems_of_container("    lifecycle: {preStop: {sleep: {seconds: 30}}}\n").empty());
  CHECK(problems_of_container("    lifecycle: {preStop: {sleep: {seconds: 100}}}\n") ==
        "f:7:44: spec.containers[1].lifecycle.preStop.sleep: found 100, accepted: 0 to 30, the pod's "
        "terminationGracePeriodSeconds\n");
}

TEST_CASE("a negative grace period is accepted") {
  CHECK(problems_of_spec("  terminationGracePeriodSeconds: -1\n  containers: [{name: c, image: i}]\n").empty());
}

TEST_CASE("a plain pod has no problems") {
  CHECK(problems_of_spec("  containers:\n  - {name: c, image: i}\n").empty());
}

TEST_CASE("all problems are found at once, in the order of the text") {
  CHECK(problems_of_spec("  restartPolicy: Allways\n"
                         "  hostNetwork: \"true\"\n"
                         "  containers:\n"
                         "  - name: Web\n"
                         "    imagee: nginx\n"
                         "    ports:\n"
                         "    - containerPort: \"80\"\n"
                         "    - containerPort: 70000\n"
                         "    env:\n"
                         "    - {name: A, value: 8080}\n"
                         "    resources: {limits: {cpu: 1x, memory: 64Mi}, requests: {memory: 1Gi}}\n") ==
        "f:3:18: spec.restartPolicy: found the string \"Allways\", accepted: Always, OnFailure, Never; did you mean "
        "\"Always\"?\n"
        "f:4:16: spec.hostNetwork: found the string \"true\", accepted: true or false; without quotes: true\n"
        "f:6:5: spec.containers[0].image: required, but missing\n"
        "f:6:11: spec.containers[0].name: found the string \"Web\", accepted: a DNS label: 1 to 63 lower-case letters, "
        "digits or '-', with a letter or digit at both ends\n"
        "f:7:5: spec.containers[0].imagee: unknown field \"imagee\"; did you mean \"image\"?\n"
        "f:9:22: spec.containers[0].ports[0].containerPort: found the string \"80\", accepted: an integer; without "
        "quotes: 80\n"
        "f:10:22: spec.containers[0].ports[1].containerPort: found the integer 70000, accepted: 1 to 65535\n"
        "f:12:24: spec.containers[0].env[0].value: found the integer 8080, accepted: a string; quote it: \"8080\"\n"
        "f:13:31: spec.containers[0].resources.limits.cpu: found the string \"1x\", accepted: a quantity such as 100m, "
        "1.5 or 64Mi\n"
        "f:13:69: spec.containers[0].resources.requests.memory: found 1Gi, accepted: at most the limit "
        "64Mi\n");
}

TEST_CASE("a pod needs a name, a spec and containers") {
  std::vector<Problem> problems;
  const LoadedFile file = load_documents("kind: Pods\nspec: {containers: []}\n---\n{}\n---\n- 1\n", "f");
  for (const Tree& pod : file.documents) validate_pod(pod, "f", "", problems);
  CHECK(lines(problems) ==
        "f:1:1: metadata.name: required, but missing\n"
        "f:1:7: kind: found the string \"Pods\", accepted: Pod; did you mean \"Pod\"?\n"
        "f:2:20: spec.containers: required, but empty\n"
        "f:4:1: spec: required, but missing\n"
        "f:4:1: metadata.name: required, but missing\n"
        "f:6:1: found a list, accepted: a map\n");
}

TEST_CASE("an unknown field without a neighbour lists what is accepted") {
  CHECK(problems_of_container("    ports: [{containerPort: 80, xyzzy: 1}]\n") ==
        "f:7:33: spec.containers[1].ports[0].xyzzy: unknown field \"xyzzy\"; accepted: name, hostPort, containerPort, "
        "protocol, hostIP\n");
}

TEST_CASE("names must be unique") {
  CHECK(problems_of_spec("  initContainers:\n  - {name: c, image: i}\n  containers:\n  - {name: c, image: i}\n"
                         "  volumes:\n  - name: v\n  - name: v\n") ==
        "f:6:12: spec.containers[0].name: the container name \"c\" appears twice; first in line 4\n"
        "f:9:11: spec.volumes[1].name: the volume name \"v\" appears twice\n");
  CHECK(problems_of_container(
            "    ports:\n    - {name: http, containerPort: 1}\n    - {name: http, containerPort: 2}\n") ==
        "f:9:14: spec.containers[1].ports[1].name: the port name \"http\" appears twice in this container\n");
}

TEST_CASE("the name of a port has up to 15 small letters, digits and single hyphens between them") {
  const auto problems_of_port = [](const std::string& name) {
    return problems_of_container("    readinessProbe: {tcpSocket: {port: " + name + "}}\n");
  };
  for (const char* name : {"x", "http", "http-2", "2nd", "fifteen-letters"}) {
    CAPTURE(name);
    CHECK(problems_of_port(name).empty());
  }
  for (const char* name : {"sixteen--letters", "sixteen-letters2", "a--b", "-a", "a-", "Http", "a_b", "1-2"}) {
    CAPTURE(name);
    CHECK_FALSE(problems_of_port(name).empty());
  }
}

TEST_CASE("probes and hooks have exactly one handler") {
  CHECK(problems_of_container("    livenessProbe: {periodSeconds: 5}\n") ==
        "f:7:20: spec.containers[1].livenessProbe: no handler; accepted: one of exec, httpGet, tcpSocket, grpc\n");
  CHECK(problems_of_container("    readinessProbe: {httpGet: {port: 80}, tcpSocket: {port: x}}\n") ==
        "f:7:21: spec.containers[1].readinessProbe: more than one handler: httpGet, tcpSocket; accepted: one\n");
  CHECK(problems_of_container("    lifecycle: {preStop: {}}\n") ==
        "f:7:26: spec.containers[1].lifecycle.preStop: no handler; accepted: one of exec, httpGet, tcpSocket, sleep\n");
  CHECK(problems_of_container("    startupProbe: {tcpSocket: {port: 0}, successThreshold: 2}\n") ==
        "f:7:38: spec.containers[1].startupProbe.tcpSocket.port: found the integer 0, accepted: a port: 1 to 65535, or "
        "the name of a container port\n"
        "f:7:60: spec.containers[1].startupProbe.successThreshold: found 2, accepted: 1 (only readiness probes take "
        "more)\n");
}

TEST_CASE("what is mounted must exist") {
  CHECK(problems_of_container(
            "    volumeMounts:\n    - {name: confg, mountPath: /a}\n    - {name: config, mountPath: /a}\n"
            "  volumes:\n  - {name: config, configMap: {name: x}, emptyDir: {}}\n") ==
        "f:8:14: spec.containers[1].volumeMounts[0].name: the pod has no volume \"confg\"; did you mean \"config\"?\n"
        "f:9:33: spec.containers[1].volumeMounts[1].mountPath: \"/a\" is mounted twice in this container\n"
        "f:11:5: spec.volumes[0]: more than one source: configMap, emptyDir; accepted: one\n");
}

TEST_CASE("a volume that is used as a device must exist") {
  CHECK(problems_of_container(
            "    volumeDevices:\n    - {name: disk, devicePath: /dev/x}\n  volumes:\n  - {name: disc}\n") ==
        "f:8:14: spec.containers[1].volumeDevices[0].name: the pod has no volume \"disk\"; did you mean \"disc\"?\n");
}

TEST_CASE("what depends on the kind of container is checked") {
  CHECK(problems_of_spec(
            "  containers:\n  - {name: c, image: i}\n"
            "  initContainers:\n"
            "  - {name: i, image: i, livenessProbe: {exec: {command: [a]}}}\n"
            "  - {name: s, image: i, restartPolicy: Always, livenessProbe: {exec: {command: [a]}}}\n"
            "  ephemeralContainers:\n"
            "  - {name: e, image: i, ports: [{containerPort: 1}], targetContainerName: x, resources: {}}\n") ==
        "f:6:40: spec.initContainers[0].livenessProbe: not possible in an init container without restartPolicy Always\n"
        "f:9:32: spec.ephemeralContainers[0].ports: not possible in an ephemeral container\n"
        "f:9:75: spec.ephemeralContainers[0].targetContainerName: the pod has no container \"x\"\n");
}

TEST_CASE("further rules that users meet") {
  CHECK(problems_of_container("    env:\n    - {name: A, value: x, valueFrom: {fieldRef: {fieldPath: a}}}\n"
                              "    - {name: B, valueFrom: {}}\n") ==
        "f:8:38: spec.containers[1].env[0].valueFrom: value and valueFrom exclude each other\n"
        "f:9:28: spec.containers[1].env[1].valueFrom: no source; accepted: one of fieldRef, resourceFieldRef, "
        "configMapKeyRef, secretKeyRef, fileKeyRef\n");
  CHECK(
      problems_of_container("    ports: [{containerPort: 80, hostPort: 81}]\n  hostNetwork: true\n") ==
      "f:7:43: spec.containers[1].ports[0].hostPort: found 81, accepted: the containerPort, because of hostNetwork\n");
  CHECK(problems_of_container(
            "  dnsPolicy: None\n  tolerations:\n  - {operator: Exists, value: x, tolerationSeconds: 1}\n") ==
        "f:7:14: spec.dnsPolicy: None needs a name server in dnsConfig.nameservers\n"
        "f:9:31: spec.tolerations[0].value: not possible with the operator Exists\n"
        "f:9:53: spec.tolerations[0].tolerationSeconds: needs the effect NoExecute\n");
}

TEST_CASE("labels, times and metadata are checked") {
  std::vector<Problem> problems;
  const LoadedFile file = load_documents(
      "metadata:\n  name: p\n  labels: {\"a b\": x, ok/a: \"-\"}\n  creationTimestamp: yesterday\n"
      "spec: {containers: [{name: c, image: i}]}\n",
      "f");
  validate_pod(file.documents.at(0), "f", "items[3]", problems);
  CHECK(
      lines(problems) ==
      "f:3:12: items[3].metadata.labels[\"a b\"]: found the key \"a b\", accepted: a name of at most 63 letters, "
      "digits, '-', '_' or '.', after an optional DNS name and '/'\n"
      "f:3:28: items[3].metadata.labels[\"ok/a\"]: found the string \"-\", accepted: at most 63 letters, digits, '-', "
      "'_' or '.', with a letter or digit at both ends\n"
      "f:4:22: items[3].metadata.creationTimestamp: found the string \"yesterday\", accepted: a time such as "
      "2023-11-14T22:13:20Z\n");
}

TEST_CASE("an integer fits into its type also where nothing else limits it") {
  CHECK(problems_of_spec("  priority: -2147483649\n  containers: [{name: c, image: i}]\n") ==
        "f:3:13: spec.priority: found the integer -2147483649, accepted: -2147483648 to 2147483647\n");
  CHECK(problems_of_spec("  priority: 2147483648\n  containers: [{name: c, image: i}]\n") ==
        "f:3:13: spec.priority: found the integer 2147483648, accepted: -2147483648 to 2147483647\n");
  CHECK(problems_of_spec("  priority: -2147483648\n  containers: [{name: c, image: i}]\n").empty());
}

TEST_CASE("what only lacks quotes, or has them, is told how to write it; what is otherwise wrong is not") {
  CHECK(problems_of_container("    env: [{name: A, value: true}, {name: B, value: 1.5}, {name: C, value: {}}]\n") ==
        "f:7:28: spec.containers[1].env[0].value: found true, accepted: a string; quote the word: yes, no, on, off, y "
        "and n "
        "are booleans, too\n"
        "f:7:52: spec.containers[1].env[1].value: found the number 1.5, accepted: a string; quote it: \"1.5\"\n"
        "f:7:75: spec.containers[1].env[2].value: found a map, accepted: a string\n");
  CHECK(problems_of_spec("  priority: \"12\"\n  hostPID: \"yes\"\n  hostIPC: 1\n  activeDeadlineSeconds: \"\"\n"
                         "  terminationGracePeriodSeconds: \"5s\"\n  containers: [{name: c, image: i}]\n") ==
        "f:3:13: spec.priority: found the string \"12\", accepted: an integer; without quotes: 12\n"
        "f:4:12: spec.hostPID: found the string \"yes\", accepted: true or false\n"
        "f:5:12: spec.hostIPC: found the integer 1, accepted: true or false\n"
        "f:6:26: spec.activeDeadlineSeconds: found the string \"\", accepted: an integer\n"
        "f:7:34: spec.terminationGracePeriodSeconds: found the string \"5s\", accepted: an integer\n");
}

TEST_CASE("of a template, too, problems are told in the order of the text") {
  const LoadedFile file = load_documents(
      "spec:\n  containers:\n  - {name: c, image: i, imagee: j}\n"
      "  - {name: c, image: i}\n  hostNetwork: 1\n",
      "f");
  std::vector<Problem> problems{{"f", {9, 9}, "", "earlier"}};
  for (const Tree& pod_template : file.documents) validate_pod_template(pod_template, {}, "f", "template", problems);
  std::vector<int> reported;
  for (const Problem& problem : problems) reported.push_back(problem.mark.line);
  CHECK(reported == std::vector{9, 3, 4, 5});
}

TEST_CASE("more rules about containers, and what just keeps them") {
  CHECK(problems_of_container("    readinessProbe: {exec: {command: [a]}, terminationGracePeriodSeconds: 1}\n") ==
        "f:7:75: spec.containers[1].readinessProbe.terminationGracePeriodSeconds: not possible in a readiness probe\n");
  CHECK(problems_of_container("    readinessProbe: {exec: {command: [a]}, successThreshold: 2}\n"
                              "    livenessProbe: {exec: {command: [a]}, successThreshold: 1}\n")
            .empty());
  CHECK(problems_of_container("    restartPolicyRules: []\n") ==
        "f:7:25: spec.containers[1].restartPolicyRules: needs a restartPolicy of the container\n");
  CHECK(problems_of_container("    resources: {requests: {cpu: -1}}\n") ==
        "f:7:33: spec.containers[1].resources.requests.cpu: found -1, accepted: 0 or more\n");
  CHECK(problems_of_container("    resources: {requests: {cpu: 1, memory: 0}, limits: {cpu: 1000m}}\n").empty());
  CHECK(problems_of_container("    envFrom: [{prefix: A}]\n") ==
        "f:7:15: spec.containers[1].envFrom[0]: no source; accepted: one of configMapRef, secretRef\n");
  CHECK(problems_of_container("    ports: [{containerPort: 80, hostPort: 80}, {containerPort: 81, hostPort: 0}]\n"
                              "  hostNetwork: true\n")
            .empty());
}

TEST_CASE("a name server, an effect and a value keep the rules of names and tolerations") {
  CHECK(
      problems_of_spec("  containers: [{name: c, image: i}]\n  dnsPolicy: None\n  dnsConfig: {nameservers: [1.1.1.1]}\n"
                       "  tolerations:\n  - {operator: Equal, key: a, value: x}\n"
                       "  - {operator: Exists, effect: NoExecute, tolerationSeconds: 1}\n")
          .empty());
  CHECK(problems_of_spec("  containers: [{name: c, image: i}]\n  ephemeralContainers:\n"
                         "  - {name: e, image: i, targetContainerName: c}\n")
            .empty());
}

TEST_CASE("HTTP/2 without TLS needs the scheme HTTP, and no other host") {
  CHECK(problems_of_container("    readinessProbe: {httpGet: {port: 80, protocol: HTTP2}}\n").empty());
  CHECK(problems_of_container("    readinessProbe: {httpGet: {port: 80, protocol: HTTP2, scheme: HTTPS}}\n")
            .find("readinessProbe.httpGet.scheme: found HTTPS, accepted: HTTP, because of protocol HTTP2") !=
        std::string::npos);
  CHECK(problems_of_container("    readinessProbe: {httpGet: {port: 80, protocol: HTTP2, host: web.example}}\n")
            .find("readinessProbe.httpGet.host: not possible with protocol HTTP2") != std::string::npos);
}

}  // namespace podreel::types
