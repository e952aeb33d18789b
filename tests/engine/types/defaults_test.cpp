#include "engine/types/defaults.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/manifests/workloads.hpp"
#include "tests/support/conformance.hpp"

namespace podreel::types {

namespace {

using nlohmann::json;

constexpr release::Release newest{36, 0};

json container_of(const char* container, release::Release release = newest, const release::FeatureGates& gates = {}) {
  json pod{{"spec", {{"containers", {json::parse(container)}}}}};
  apply_pod_defaults(pod, release, gates);
  return pod.at("spec").at("containers").at(0);
}

json spec_of(const char* spec, release::Release release = newest, const release::FeatureGates& gates = {}) {
  json pod{{"spec", json::parse(spec)}};
  apply_pod_defaults(pod, release, gates);
  return pod.at("spec");
}

}  // namespace

TEST_CASE("a negative grace period becomes one second since 1.27") {
  CHECK(spec_of(R"({"terminationGracePeriodSeconds": -1})").at("terminationGracePeriodSeconds") == 1);
  CHECK(spec_of(R"({"terminationGracePeriodSeconds": -1})", {27, 0}).at("terminationGracePeriodSeconds") == 1);
  CHECK(spec_of(R"({"terminationGracePeriodSeconds": -1})", {26, 15}).at("terminationGracePeriodSeconds") == -1);
  CHECK(spec_of(R"({"terminationGracePeriodSeconds": 0})").at("terminationGracePeriodSeconds") == 0);
}

TEST_CASE("a minimal pod gets what the API server fills in") {
  const json expected = json::parse(R"({
    "containers": [{"name": "c", "image": "nginx", "imagePullPolicy": "Always", "resources": {},
                    "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File"}],
    "dnsPolicy": "ClusterFirst", "enableServiceLinks": true, "restartPolicy": "Always",
    "schedulerName": "default-scheduler", "securityContext": {}, "terminationGracePeriodSeconds": 30})");
  CHECK(spec_of(R"({"containers": [{"name": "c", "image": "nginx"}]})") == expected);
  CHECK_FALSE(spec_of(R"({"containers": [{"name": "c", "image": "nginx"}]})", {12, 0}).contains("enableServiceLinks"));
}

TEST_CASE("the pull policy follows from the tag") {
  const auto policy = [](const char* image) {
    return container_of((R"({"name": "c", "image": ")" + std::string{image} + "\"}").c_str()).at("imagePullPolicy");
  };
  CHECK(policy("nginx") == "Always");
  CHECK(policy("nginx:latest") == "Always");
  CHECK(policy("nginx:1.25") == "IfNotPresent");
  CHECK(policy("localhost:5000/nginx") == "Always");
  CHECK(policy("Team/nginx") == "Always");
  const json before = spec_of(R"({"containers": [{"name": "c", "image": "Team/nginx"}]})", {28, 0});
  CHECK(before["containers"][0]["imagePullPolicy"] == "IfNotPresent");
  CHECK(policy("nginx@sha256:0123456789012345678901234567890123456789012345678901234567890123") == "IfNotPresent");
}

TEST_CASE("probes, hooks and ports are completed") {
  const json container = container_of(R"({"name": "c", "image": "i:1",
    "livenessProbe": {"httpGet": {"port": 80}, "periodSeconds": 5, "initialDelaySeconds": 3},
    "readinessProbe": {"grpc": {"port": 9}},
    "lifecycle": {"preStop": {"httpGet": {"port": "http", "path": "/stop"}}},
    "ports": [{"containerPort": 80}],
    "env": [{"name": "A", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
            {"name": "B", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}}]})");
  CHECK(container.at("livenessProbe") ==
        json::parse(R"({"httpGet": {"path": "/", "port": 80, "scheme": "HTTP"}, "initialDelaySeconds": 3,
                        "timeoutSeconds": 1, "periodSeconds": 5, "successThreshold": 1, "failureThreshold": 3})"));
  CHECK(container.at("readinessProbe").at("grpc") == json::parse(R"({"port": 9, "service": ""})"));
  CHECK(container.at("lifecycle").at("preStop").at("httpGet") ==
        json::parse(R"({"path": "/stop", "port": "http", "scheme": "HTTP"})"));
  CHECK(container.at("ports").at(0).at("protocol") == "TCP");
  CHECK(container.at("env").at(0).at("valueFrom").at("fieldRef").at("apiVersion") == "v1");
  CHECK(container.at("env").at(1).at("valueFrom").at("resourceFieldRef").at("divisor") == "0");
}

TEST_CASE("limits without requests are requested, quantities are canonical") {
  const json container = container_of(
      R"({"name": "c", "image": "i:1", "resources": {"limits": {"cpu": 0.5, "memory": "1024Mi"},
                                                     "requests": {"memory": "0.25Gi"}}})",
      {30, 0});
  CHECK(container.at("resources") ==
        json::parse(R"({"limits": {"cpu": "500m", "memory": "1Gi"}, "requests": {"cpu": "500m", "memory": "256Mi"}})"));
  CHECK_FALSE(container.contains("resizePolicy"));
}

TEST_CASE(
    "API servers say of what is requested that it can be resized, where the gate is on, until it is on by default") {
  const char* text = R"({"name": "c", "image": "i:1", "resources": {"requests": {"cpu": "1", "memory": "1Gi"}},
                         "resizePolicy": [{"resourceName": "memory", "restartPolicy": "RestartContainer"}]})";
  const json expected = json::parse(R"([{"resourceName": "memory", "restartPolicy": "RestartContainer"},
                                        {"resourceName": "cpu", "restartPolicy": "NotRequired"}])");
  CHECK(container_of(text, {27, 0}, {{"InPlacePodVerticalScaling", true}}).at("resizePolicy") == expected);
  CHECK(container_of(text, {32, 0}, {{"InPlacePodVerticalScaling", true}}).at("resizePolicy") == expected);
  CHECK_FALSE(container_of(text, {27, 0}).contains("resizePolicy"));
  CHECK_FALSE(container_of(text, {34, 0}, {{"InPlacePodVerticalScaling", false}}).contains("resizePolicy"));
  CHECK(container_of(text, {33, 0}).at("resizePolicy").size() == 1);
  CHECK(container_of(text, {35, 0}, {{"InPlacePodVerticalScaling", false}}).at("resizePolicy").size() == 1);
  CHECK_FALSE(container_of(R"({"name": "c", "image": "i:1", "resources": {"requests": {"cpu": "1"}}})", {33, 0})
                  .contains("resizePolicy"));
}

TEST_CASE("pods on the host's network use their ports") {
  const json spec = spec_of(R"({"hostNetwork": true, "containers": [{"name": "c", "image": "i",
                                "ports": [{"containerPort": 80}, {"containerPort": 81, "hostPort": 81}]}]})");
  CHECK(spec.at("containers").at(0).at("ports").at(0).at("hostPort") == 80);
}

TEST_CASE("volumes are completed") {
  const json spec = spec_of(R"({"containers": [{"name": "c", "image": "i"}], "volumes": [
    {"name": "a"}, {"name": "b", "hostPath": {"path": "/x"}}, {"name": "c", "secret": {"secretName": "s"}},
    {"name": "d", "projected": {"sources": [{"serviceAccountToken": {"path": "t"}},
      {"downwardAPI": {"items": [{"path": "p", "fieldRef": {"fieldPath": "f"}}]}}]}}]})");
  CHECK(spec.at("volumes") == json::parse(R"([
    {"name": "a", "emptyDir": {}}, {"name": "b", "hostPath": {"path": "/x", "type": ""}},
    {"name": "c", "secret": {"secretName": "s", "defaultMode": 420}},
    {"name": "d", "projected": {"defaultMode": 420, "sources": [
      {"serviceAccountToken": {"path": "t", "expirationSeconds": 3600}},
      {"downwardAPI": {"items": [{"path": "p", "fieldRef": {"apiVersion": "v1", "fieldPath": "f"}}]}}]}}])"));
}

TEST_CASE("what a release does not know, or strips, is dropped") {
  const char* text = R"({"name": "c", "image": "i:1", "startupProbe": {"exec": {"command": ["a"]}},
                         "lifecycle": {"preStop": {"sleep": {"seconds": 1}}, "stopSignal": "SIGINT"},
                         "restartPolicy": "Never", "restartPolicyRules": [{"action": "Restart"}]})";
  CHECK_FALSE(container_of(text, {15, 0}).contains("startupProbe"));
  CHECK_FALSE(container_of(text, {17, 0}).contains("startupProbe"));
  CHECK(container_of(text, {16, 0}, {{"StartupProbe", true}}).contains("startupProbe"));
  CHECK(container_of(text, {18, 0}).contains("startupProbe"));
  CHECK_FALSE(container_of(text, {29, 0}).at("lifecycle").at("preStop").contains("sleep"));
  CHECK(container_of(text, {30, 0}).at("lifecycle").at("preStop").contains("sleep"));
  CHECK_FALSE(container_of(text, {34, 0}).contains("restartPolicy"));
  CHECK(container_of(text, {34, 0}, {{"ContainerRestartRules", true}}).contains("restartPolicyRules"));
  CHECK(container_of(text, {35, 0}).at("restartPolicy") == "Never");
  CHECK_FALSE(container_of(text, {36, 0}).at("lifecycle").contains("stopSignal"));
}

TEST_CASE("a proc mount is given up for the usual one where the gate is off, and none is made up") {
  const char* text = R"({"name": "c", "image": "i:1", "securityContext": {"procMount": "Unmasked"}})";
  CHECK_FALSE(container_of(text, {11, 0}).at("securityContext").contains("procMount"));
  CHECK(container_of(text, {16, 0}).at("securityContext").at("procMount") == "Default");
  CHECK(container_of(text, {16, 0}, {{"ProcMountType", true}}).at("securityContext").at("procMount") == "Unmasked");
  CHECK(container_of(text, {33, 0}).at("securityContext").at("procMount") == "Unmasked");
  const char* none = R"({"name": "c", "image": "i:1", "securityContext": {"procMount": null}})";
  CHECK_FALSE(container_of(none, {16, 0}).at("securityContext").contains("procMount"));
}

TEST_CASE("some API servers make up a proc mount where there is a security context") {
  const char* secured = R"({"name": "c", "image": "i:1", "securityContext": {"runAsUser": 1}})";
  for (const release::Release made_up : {release::v(12), release::v(12, 9), release::v(13, 7), release::v(14, 3)}) {
    CHECK(container_of(secured, made_up).at("securityContext").at("procMount") == "Default");
    CHECK_FALSE(container_of(R"({"name": "c", "image": "i:1"})", made_up).contains("securityContext"));
    CHECK_FALSE(container_of(secured, made_up, {{"ProcMountType", true}}).at("securityContext").contains("procMount"));
  }
  for (const release::Release mended :
       {release::v(11), release::v(12, 10), release::v(13, 8), release::v(14, 4), release::v(15)}) {
    CHECK_FALSE(container_of(secured, mended).at("securityContext").contains("procMount"));
  }
}

TEST_CASE("sidecars exist from 1.28 on, where the gate is on") {
  const char* spec = R"({"containers": [{"name": "c", "image": "i"}],
                         "initContainers": [{"name": "s", "image": "i", "restartPolicy": "Always"}]})";
  const auto is_sidecar = [&](release::Release release, const release::FeatureGates& gates) {
    return spec_of(spec, release, gates).at("initContainers").at(0).contains("restartPolicy");
  };
  CHECK_FALSE(is_sidecar({27, 0}, {}));
  CHECK_FALSE(is_sidecar({28, 0}, {}));
  CHECK(is_sidecar({28, 0}, {{"SidecarContainers", true}}));
  CHECK(is_sidecar({29, 0}, {}));
  CHECK_FALSE(is_sidecar({29, 0}, {{"SidecarContainers", false}}));
}

TEST_CASE("null and empty lists are not stored, and defaults change nothing the second time") {
  const json container =
      container_of(R"({"name": "c", "image": "i:1", "command": [], "env": null, "livenessProbe": null,
                                          "securityContext": {}, "resources": {"limits": {}}})");
  CHECK(container == json::parse(R"({"name": "c", "image": "i:1", "imagePullPolicy": "IfNotPresent", "resources": {},
    "securityContext": {}, "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File"})"));
  json again = container;
  apply_container_defaults(again, newest);
  CHECK(again == container);
}

TEST_CASE("real manifests load and become the containers that API servers store") {
  const auto folder = testing::public_manifests_folder();
  if (!folder) return;
  std::map<std::pair<std::string, std::string>, json> seen;
  for (const auto& entry : std::filesystem::directory_iterator{*folder / "manifests"}) {
    api::LoadedFile file = api::load_file(entry.path().string());
    for (const api::Tree& document : file.documents) {
      for (manifests::ManifestPod& found :
           manifests::pods_of(document, entry.path().filename().string(), file.problems)) {
        apply_pod_defaults(found.pod, {30, 0});
        for (const char* list : {"containers", "initContainers"}) {
          for (json& container : found.pod.at("spec").value(list, json::array())) {
            const std::string name = container.at("name");
            seen[{entry.path().filename().string(), name}] = container;
          }
        }
      }
    }
    for (const api::Problem& problem : file.problems) FAIL_CHECK(to_string(problem));
  }
  std::ifstream recordings{*folder / "containers.jsonl"};
  int compared = 0;
  for (std::string line; std::getline(recordings, line);) {
    const json recording = json::parse(line);
    // The manifests are those of Kubernetes 1.28; the recordings know older versions of some of them too.
    std::string from = recording.at("from").get<std::string>();
    if (!from.starts_with("k128/")) continue;
    from = from.substr(from.find('/') + 1);
    for (std::size_t slash = from.find('/'); slash != std::string::npos; slash = from.find('/'))
      from.replace(slash, 1, "--");
    const auto found = seen.find({from, recording.at("container").at("name")});
    if (found == seen.end() || recording.contains("variant")) continue;
    CAPTURE(recording.at("name").get<std::string>());
    CHECK(found->second == recording.at("container"));
    ++compared;
  }
  CHECK(compared > 0);
  MESSAGE(seen.size() << " containers of real manifests, " << compared << " compared with stored ones");
}

TEST_CASE("what has another form than its type gets no defaults, and stays") {
  for (const char* text : {R"({"containers": {"c": {"name": "c", "image": "i"}}})", R"({"dnsConfig": [{"a": 1}]})",
                           R"({"volumes": "none"})", R"({"containers": [["c"]]})"}) {
    CAPTURE(text);
    const json before = json::parse(text);
    const json after = spec_of(text);
    for (const auto& [name, value] : before.items()) CHECK(after.at(name) == value);
  }
}

}  // namespace podreel::types
