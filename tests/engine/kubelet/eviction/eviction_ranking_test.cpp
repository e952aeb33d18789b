#include "engine/kubelet/eviction/eviction_ranking.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/fake_node.hpp"
#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

using nlohmann::json;
using runtime_fake::ContainerScript;
using runtime_fake::PodScript;
using runtime_fake::Run;

/// A pod of the node, and what its container has in use.
struct Use {
  std::string name;
  json resources = json::object();
  std::int64_t priority = 0;
  std::int64_t memory = 0;
  std::int64_t processes = 0;
};

runtime_fake::RuntimeScript script_of(const std::vector<Use>& uses) {
  runtime_fake::RuntimeScript script;
  for (const Use& use : uses) {
    Run run;
    run.memory_in_use = use.memory;
    run.processes = {{{}, use.processes}};
    script.pods.push_back(PodScript{.name = use.name, .containers = {ContainerScript{.name = "app", .runs = {run}}}});
  }
  return script;
}

/// Who goes first, then who goes next …
std::string order(const std::vector<Use>& uses, const char* kubelet,
                  EvictionSignal signal = EvictionSignal::memory_available) {
  testing::FakeNode node{script_of(uses)};
  std::vector<api::PodPtr> pods;
  for (const Use& use : uses) {
    json object;
    object["metadata"] = {{"name", use.name}, {"namespace", "default"}, {"uid", use.name}};
    object["spec"]["priority"] = use.priority;
    object["spec"]["containers"] = {{{"name", "app"}, {"image", "img"}, {"resources", use.resources}}};
    pods.push_back(std::make_shared<const api::Pod>(api::pod_from_json(object)));
    node.run(pods.back(), node.sandbox(pods.back()), "app");
  }
  std::string names;
  for (const RankedPod& pod : ranked(pods, signal, node.runtime, testing::behaviour_of_label(kubelet))) {
    names += std::string{pod.pod->metadata.name} + " ";
  }
  return names;
}

json requests(const char* memory) {
  return {{"requests", {{"memory", memory}}}};
}

}  // namespace

TEST_CASE("who uses more than it requests goes before who does not, whatever their priorities") {
  const std::vector<Use> uses{{.name = "modest", .resources = requests("1Gi"), .memory = 900'000'000},
                              {.name = "hog", .resources = requests("1Mi"), .priority = 100, .memory = 2'000'000}};
  CHECK(order(uses, "1.36.0") == "hog modest ");
}

TEST_CASE("of those the one of lesser priority goes first, and then the one that exceeds its request by more") {
  const std::vector<Use> uses{{.name = "high", .priority = 10, .memory = 500'000'000},
                              {.name = "small", .memory = 10'000'000},
                              {.name = "large", .resources = requests("100Mi"), .memory = 200'000'000}};
  CHECK(order(uses, "1.36.0") == "large small high ");
  CHECK(order(uses, "1.10.13") == "high large small ");
}

TEST_CASE("up to 1.8 the lesser QoS class goes first, however modest it is") {
  const std::vector<Use> uses{{.name = "hog", .resources = requests("1Mi"), .memory = 900'000'000},
                              {.name = "idle", .memory = 0}};
  CHECK(order(uses, "1.8.15") == "idle hog ");
  CHECK(order(uses, "1.9.11") == "hog idle ");
}

TEST_CASE("for want of process ids priorities come first, and then who has most processes") {
  const std::vector<Use> uses{{.name = "few", .processes = 3},
                              {.name = "high", .priority = 10, .processes = 1000},
                              {.name = "many", .processes = 30}};
  CHECK(order(uses, "1.36.0", EvictionSignal::pid_available) == "many few high ");
}

}  // namespace podreel::kubelet
