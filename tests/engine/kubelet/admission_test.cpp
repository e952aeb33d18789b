#include "engine/kubelet/admission.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/decide/pod_resources.hpp"
#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

const release::Behaviour behaviour = testing::behaviour_of_label("1.32.10");

api::Container container(const char* cpu) {
  api::Container result;
  result.name = "app";
  result.requests = {{"cpu", cpu}};
  return result;
}

api::PodPtr pod_of(const api::PodSpec& spec) {
  auto result = std::make_shared<api::Pod>();
  result->spec = std::make_shared<const api::PodSpec>(spec);
  return result;
}

api::PodPtr pod_of(const char* cpu) {
  api::PodSpec spec;
  spec.containers.push_back(container(cpu));
  return pod_of(spec);
}

NodeDescription node_with(api::ResourceList allocatable) {
  return {.allocatable = std::move(allocatable)};
}

NodeDescription node_with_labels(std::map<std::string, std::string> labels) {
  return {.labels = std::move(labels)};
}

std::optional<Rejection> why_rejected(const api::Pod& pod, const std::vector<api::PodPtr>& active,
                                      const NodeDescription& node, const release::Behaviour& kubelet) {
  return judge_admission(pod, active, node, kubelet).rejection();
}

api::PodPtr written(nlohmann::json spec) {
  nlohmann::json object;
  object["metadata"] = {{"name", "web"}};
  object["spec"] = std::move(spec);
  return std::make_shared<const api::Pod>(api::pod_from_json(object));
}

std::string reason(const std::optional<Rejection>& rejection) {
  return rejection ? rejection->reason : "";
}

}  // namespace

TEST_CASE("a pod is admitted where nothing is known of the node") {
  CHECK_FALSE(why_rejected(*pod_of("1000"), {}, {}, behaviour));
}

TEST_CASE("what is left of a resource must be enough") {
  const NodeDescription node = node_with({{"cpu", "3"}, {"memory", "1Gi"}, {"pods", "3"}});
  CHECK_FALSE(why_rejected(*pod_of("2"), {pod_of("1")}, node, behaviour));
  const auto rejection = why_rejected(*pod_of("2001m"), {pod_of("500m"), pod_of("500m")}, node, behaviour);
  CHECK(reason(rejection) == "OutOfcpu");
  CHECK(rejection->message == "Node didn't have enough resource: cpu, requested: 2001, used: 1000, capacity: 3000");
}

TEST_CASE("a pod that asks for nothing needs a place for a pod all the same") {
  const NodeDescription node = node_with({{"cpu", "1"}, {"pods", "2"}});
  const api::PodPtr idle = pod_of(api::PodSpec{});
  CHECK_FALSE(why_rejected(*idle, {pod_of("2")}, node, behaviour));
  const auto rejection = why_rejected(*idle, {idle, idle}, node, behaviour);
  CHECK(reason(rejection) == "OutOfpods");
  CHECK(rejection->message == "Node didn't have enough resource: pods, requested: 1, used: 2, capacity: 2");
}

TEST_CASE("resources are looked at in upstream's order; what the node does not list is not looked at") {
  api::PodSpec spec;
  spec.containers.push_back(container("4"));
  spec.containers.back().requests = {{"cpu", "4"}, {"memory", "4Gi"}, {"example.com/gpu", "4"}};
  const auto of = [&](api::ResourceList allocatable) {
    return reason(why_rejected(*pod_of(spec), {}, node_with(std::move(allocatable)), behaviour));
  };
  CHECK(of({{"cpu", "1"}, {"memory", "1"}, {"example.com/gpu", "1"}}) == "OutOfcpu");
  CHECK(of({{"cpu", "4"}, {"memory", "1"}, {"example.com/gpu", "1"}}) == "OutOfmemory");
  CHECK(of({{"cpu", "4"}, {"memory", "4Gi"}, {"example.com/gpu", "1"}}) == "OutOfexample.com/gpu");
  CHECK(of({{"pods", "1"}}).empty());
}

TEST_CASE("a pod asks for what runs together, or for an init container that wants more") {
  api::PodSpec spec;
  spec.containers = {container("1"), container("1")};
  CHECK(decide::pod_request(spec, "cpu", behaviour) == 2000);
  spec.init_containers = {container("3"), container("100m")};
  CHECK(decide::pod_request(spec, "cpu", behaviour) == 3000);
  CHECK(decide::pod_request(spec, "memory", behaviour) == 0);
}

TEST_CASE("a sidecar counts beside the containers and beside the init containers behind it") {
  api::PodSpec spec;
  spec.containers = {container("1")};
  spec.init_containers = {container("2"), container("500m"), container("2")};
  spec.init_containers[1].restart_policy = api::RestartPolicy::always;
  CHECK(decide::pod_request(spec, "cpu", behaviour) == 2500);
  CHECK(decide::pod_request(spec, "cpu", testing::behaviour_of_label("1.27.7")) == 2000);
  spec.init_containers[2] = container("1");
  CHECK(decide::pod_request(spec, "cpu", behaviour) == 2000);
  spec.containers = {container("2")};
  CHECK(decide::pod_request(spec, "cpu", behaviour) == 2500);
}

TEST_CASE("the pod's own resources count in place of its containers'") {
  api::PodSpec spec;
  spec.containers = {container("1")};
  spec.requests = {{"cpu", "5"}};
  CHECK(decide::pod_request(spec, "cpu", behaviour) == 5000);
}

TEST_CASE("the node must have the labels that the pod selects") {
  api::PodSpec spec;
  spec.node_selector = std::map<std::string, std::string>{{"disk", "ssd"}};
  CHECK_FALSE(why_rejected(*pod_of(spec), {}, node_with_labels({{"disk", "ssd"}, {"zone", "a"}}), behaviour));
  CHECK(reason(why_rejected(*pod_of(spec), {}, node_with_labels({{"disk", "hdd"}}), behaviour)) == "NodeAffinity");
  CHECK_FALSE(why_rejected(*pod_of(spec), {}, {}, behaviour));
  const NodeDescription bare = node_with_labels({});
  CHECK(why_rejected(*pod_of(spec), {}, bare, behaviour)->message ==
        "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector");
  CHECK(why_rejected(*pod_of(spec), {}, bare, testing::behaviour_of_label("1.30.7"))->message ==
        "Predicate NodeAffinity failed");
  const auto old = why_rejected(*pod_of(spec), {}, bare, testing::behaviour_of_label("1.14.10"));
  CHECK(reason(old) == "MatchNodeSelector");
  CHECK(old->message == "Predicate MatchNodeSelector failed");
}

TEST_CASE("a pod with overhead asks for that, too, where the release knows it") {
  const api::PodPtr heavy = written({{"overhead", {{"cpu", "250m"}}}});
  CHECK(decide::pod_request(*heavy->spec, "cpu", behaviour) == 250);
  CHECK(decide::pod_request(*heavy->spec, "cpu", testing::behaviour_of_label("1.14.10")) == 0);
}

TEST_CASE("all that is lacking is told, and resources come first") {
  const api::PodPtr large = pod_of("2");
  NodeDescription node = node_with({{"cpu", "1"}, {"pods", "1"}});
  const AdmissionFailures failures = judge_admission(*large, {pod_of("0")}, node, behaviour);
  REQUIRE(failures.resources.size() == 2);
  CHECK(failures.resources[0].resource == "pods");
  CHECK(failures.resources[1].missing() == 1000);
  CHECK_FALSE(failures.other);
}

TEST_CASE("a host port that is taken is told in the words of the release") {
  const api::PodPtr web = written({{"containers", {{{"name", "app"}, {"ports", {{{"hostPort", 80}}}}}}}});
  CHECK_FALSE(why_rejected(*web, {}, {}, behaviour));
  CHECK(why_rejected(*web, {web}, {}, behaviour)->message ==
        "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports");
  CHECK(reason(why_rejected(*web, {web}, {}, testing::behaviour_of_label("1.14.10"))) == "PodFitsHostPorts");
}

TEST_CASE("a NoExecute taint keeps pods out that do not tolerate it, but no static ones, and not before 1.24") {
  NodeDescription node;
  node.taints = {{"out", "", "NoExecute"}};
  const api::PodPtr web = pod_of(api::PodSpec{});
  CHECK(why_rejected(*web, {}, node, behaviour)->message ==
        "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate");
  CHECK_FALSE(why_rejected(*web, {}, node, testing::behaviour_of_label("1.23.5")));
  api::Pod fixed = *web;
  fixed.metadata.annotations = {{"kubernetes.io/config.source", "file"}};
  CHECK_FALSE(why_rejected(fixed, {}, node, behaviour));
}

TEST_CASE("a pod of another system is rejected whatever else speaks against it") {
  const api::PodPtr other = written({{"os", {{"name", "windows"}}}});
  const AdmissionFailures failures = judge_admission(*other, {other}, node_with({{"pods", "1"}}), behaviour);
  CHECK(failures.resources.empty());
  CHECK(reason(failures.other) == "PodOSNotSupported");
  CHECK(failures.other->message == "Failed to admit pod as the OS field doesn't match node OS");
}

}  // namespace podreel::kubelet
