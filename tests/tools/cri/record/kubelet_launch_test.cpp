#include "tools/cri/record/kubelet_launch.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "scenarios/format/load.hpp"
#include "tools/cri/record/kubelet_commands.hpp"
#include "tools/cri/record/recording_limits.hpp"

namespace podreel::cri {

namespace {

const KubeletPlace place{"/tmp/here", "/tmp/here/cri.sock", "http://127.0.0.1:1", "node-1"};

format::Scenario scenario_with(const std::string& spec) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: recorded}\nspec: {duration: 10s, " + spec +
      "}\n";
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "test"), "test");
  REQUIRE(loaded.problems.empty());
  return std::move(loaded.scenarios.front());
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

const std::string web = "timeline: [{at: 0s, createPod: {kind: Pod, apiVersion: v1, metadata: {name: web}, spec: ";

}  // namespace

TEST_CASE("kubelets get the flags and settings of their release") {
  const auto settings_of = [](const std::string& version) {
    return scenario_with("node: {kubelet: {version: '" + version + "'}}, timeline: []").node.kubelet;
  };
  const auto old = settings_of("1.22");
  CHECK(has(kubelet_arguments(old.version, place), "--container-runtime=remote"));
  CHECK_FALSE(kubelet_configuration(old, place).contains("localStorageCapacityIsolation"));
  CHECK_FALSE(kubelet_configuration(old, place).contains("podLogsDir"));
  CHECK_FALSE(kubelet_configuration(old, place).contains("failCgroupV1"));
  const auto young = settings_of("1.31");
  CHECK_FALSE(has(kubelet_arguments(young.version, place), "--container-runtime=remote"));
  CHECK(kubelet_configuration(young, place).at("localStorageCapacityIsolation") == false);
  CHECK(kubelet_configuration(young, place).at("podLogsDir") == "/tmp/here/logs");
  CHECK(kubelet_configuration(young, place).at("failCgroupV1") == false);
}

TEST_CASE("a kubelet is configured as the scenario has it, and speaks JSON") {
  const auto kubelet =
      scenario_with(
          "node: {kubelet: {version: '1.30', featureGates: {EventedPLEG: true}, config: {syncFrequency: "
          "20s, evictionHard: {memory.available: 5%}}}}, timeline: []")
          .node.kubelet;
  const nlohmann::json config = kubelet_configuration(kubelet, place);
  CHECK(config.at("syncFrequency") == "20s");
  CHECK(config.at("evictionHard").at("memory.available") == "5%");
  CHECK(config.at("featureGates").at("EventedPLEG") == true);
  CHECK(config.at("contentType") == "application/json");
  CHECK(config.at("clusterDNS").size() == 1);
  CHECK(config.at("cgroupsPerQOS") == false);
}

TEST_CASE("where a recording has control groups, those of pods are below its own") {
  KubeletPlace with_group = place;
  with_group.cgroup = "/podreel-record-a1b2c3";
  const auto settings = scenario_with("node: {kubelet: {version: '1.36'}}, timeline: []").node.kubelet;
  const nlohmann::json config = kubelet_configuration(settings, with_group);
  CHECK(config.at("cgroupsPerQOS") == true);
  CHECK(config.at("cgroupRoot") == "/podreel-record-a1b2c3");
}

TEST_CASE("a kubelet says which release it is") {
  CHECK(extract_release("Kubernetes v1.30.4\n") == release::parse_release("1.30.4"));
  CHECK(extract_release("W1125 a warning\nKubernetes v1.29.0-eks-123\n") == release::parse_release("1.29.0"));
  CHECK_FALSE(extract_release("Kubernetes v9.9\n").has_value());
  CHECK_FALSE(extract_release("sh: 1: kubelet: not found\n").has_value());
}

TEST_CASE("a scenario that goes to another minor release needs two kubelets") {
  const auto scenario = scenario_with(
      "node: {kubelet: {version: '1.30'}}, timeline: [{at: 1s, stopKubelet: {}}, {at: 2s, startKubelet: {version: "
      "'1.31'}}, {at: 3s, stopKubelet: {}}, {at: 4s, startKubelet: {version: '1.30.1'}}]");
  CHECK(kubelets_of(scenario).size() == 2);
}

TEST_CASE("what nobody can do to a kubelet from outside is named by its field or step") {
  CHECK(recording_limits(scenario_with("timeline: []")).empty());
  CHECK(recording_limits(scenario_with("timeline: [{at: 1s, rebootNode: {downFor: 1s}}]")).size() == 1);
  CHECK(recording_limits(scenario_with("node: {kubelet: {version: '1.9'}}, timeline: []")).size() == 1);
  CHECK(recording_limits(scenario_with("node: {allocatable: {cpu: 2}}, timeline: []")).size() == 1);
  CHECK(recording_limits(scenario_with(web + "{nodeSelector: {disk: ssd}, containers: [{name: app, image: img}]}}}]"))
            .front() == "default/web: selects node labels; accepted only with node.labels");
}

TEST_CASE("what depends on the usage of simulated processes and disks cannot be recorded") {
  const auto resized_to = [](const std::string& limit, const std::string& runtime = "{}") {
    return recording_limits(scenario_with(
        "runtime: " + runtime + ", " + web +
        "{containers: [{name: app, image: img, resources: {requests: {memory: 1Mi}, limits: {memory: 128Mi}}}]}}},"
        " {at: 5s, resizePod: {pod: web, container: app, resources: {limits: {memory: " +
        limit + "}}}}]"));
  };
  CHECK(resized_to("64Mi").empty());
  CHECK(resized_to("10Mi").empty());
  CHECK(resized_to("9Mi").front() ==
        "resizePod of default/web: depends on memory in use, which a real kubelet reads from real processes");
  CHECK(resized_to("64Mi", "{memoryInUse: 65Mi}").size() == 1);
  CHECK(resized_to("64Mi", "{pods: [{name: web, containers: [{name: app, runs: [{memoryInUse: 65Mi}]}]}]}").size() ==
        1);
  CHECK(recording_limits(scenario_with("runtime: {usage: {memory: {capacity: 1Gi}}}, timeline: []")).front() ==
        "runtime.usage: a real kubelet measures this machine");
}

TEST_CASE("what the API server and files bring to a kubelet can be recorded") {
  CHECK(recording_limits(scenario_with(web + "{containers: [{name: app, image: img, envFrom: [{configMapRef: {name: "
                                             "settings}}]}]}}}]"))
            .empty());
  CHECK(recording_limits(scenario_with("node: {labels: {disk: ssd}, taints: [{key: a, effect: NoExecute}]}, timeline: "
                                       "[{at: 1s, labelNode: {labels: {disk: hdd}}}, {at: 2s, addStaticPod: {path: "
                                       "/a/web.yaml, manifest: {kind: Pod, apiVersion: v1, metadata: {name: web}, "
                                       "spec: {containers: [{name: app, image: img}]}}}}]"))
            .empty());
}

TEST_CASE("a kubelet is up for the longest pause of its loop and period of its probes before the scenario begins") {
  CHECK(up_before(scenario_with(web + "{containers: [{name: app, image: img}]}}}]")) == std::chrono::seconds{5});
  CHECK(up_before(scenario_with(web + "{containers: [{name: app, image: img, livenessProbe: {exec: {command: [x]}}, "
                                      "readinessProbe: {exec: {command: [x]}, periodSeconds: 30}}]}}}]")) ==
        std::chrono::seconds{30});
}

}  // namespace podreel::cri
