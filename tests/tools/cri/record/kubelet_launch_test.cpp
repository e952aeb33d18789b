#include "tools/cri/record/kubelet_launch.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/short_scenario.hpp"
#include "tools/cri/record/kubelet_commands.hpp"

namespace podreel::cri {

namespace {

using testing::short_scenario;

const KubeletPlace place{"/tmp/here", "/tmp/here/cri.sock", "http://127.0.0.1:1", "node-1"};

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

TEST_CASE("kubelets get the flags and settings of their release") {
  const auto settings_of = [](const std::string& version) {
    return short_scenario("node: {kubelet: {version: '" + version + "'}}, timeline: []").node.kubelet;
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
      short_scenario(
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
  const auto settings = short_scenario("node: {kubelet: {version: '1.36'}}, timeline: []").node.kubelet;
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
  const auto scenario = short_scenario(
      "node: {kubelet: {version: '1.30'}}, timeline: [{at: 1s, stopKubelet: {}}, {at: 2s, startKubelet: {version: "
      "'1.31'}}, {at: 3s, stopKubelet: {}}, {at: 4s, startKubelet: {version: '1.30.1'}}]");
  CHECK(minor_kubelets_of(scenario).size() == 2);
}

}  // namespace podreel::cri
