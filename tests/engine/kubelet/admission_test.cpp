#include "engine/kubelet/admission.hpp"

#include <doctest/doctest.h>

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

api::PodPtr pod(const api::PodSpec& spec) {
  auto result = std::make_shared<api::Pod>();
  result->spec = std::make_shared<const api::PodSpec>(spec);
  return result;
}

api::PodPtr pod_of(const char* cpu) {
  api::PodSpec spec;
  spec.containers.push_back(container(cpu));
  return pod(spec);
}

NodeDescription node_with(api::ResourceList allocatable) {
  return {std::move(allocatable), {}};
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
  const api::PodPtr idle = pod({});
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
    return reason(why_rejected(*pod(spec), {}, node_with(std::move(allocatable)), behaviour));
  };
  CHECK(of({{"cpu", "1"}, {"memory", "1"}, {"example.com/gpu", "1"}}) == "OutOfcpu");
  CHECK(of({{"cpu", "4"}, {"memory", "1"}, {"example.com/gpu", "1"}}) == "OutOfmemory");
  CHECK(of({{"cpu", "4"}, {"memory", "4Gi"}, {"example.com/gpu", "1"}}) == "OutOfexample.com/gpu");
  CHECK(of({{"pods", "1"}}).empty());
}

TEST_CASE("a pod asks for what runs together, or for an init container that wants more") {
  api::PodSpec spec;
  spec.containers = {container("1"), container("1")};
  CHECK(requested(spec, "cpu", behaviour) == 2000);
  spec.init_containers = {container("3"), container("100m")};
  CHECK(requested(spec, "cpu", behaviour) == 3000);
  CHECK(requested(spec, "memory", behaviour) == 0);
}

TEST_CASE("a sidecar counts beside the containers and beside the init containers behind it") {
  api::PodSpec spec;
  spec.containers = {container("1")};
  spec.init_containers = {container("2"), container("500m"), container("2")};
  spec.init_containers[1].restart_policy = api::RestartPolicy::always;
  CHECK(requested(spec, "cpu", behaviour) == 2500);
  CHECK(requested(spec, "cpu", testing::behaviour_of_label("1.27.7")) == 2000);
  spec.init_containers[2] = container("1");
  CHECK(requested(spec, "cpu", behaviour) == 2000);
  spec.containers = {container("2")};
  CHECK(requested(spec, "cpu", behaviour) == 2500);
}

TEST_CASE("the pod's own resources count in place of its containers'") {
  api::PodSpec spec;
  spec.containers = {container("1")};
  spec.requests = {{"cpu", "5"}};
  CHECK(requested(spec, "cpu", behaviour) == 5000);
}

TEST_CASE("the node must have the labels that the pod selects") {
  api::PodSpec spec;
  spec.node_selector = std::map<std::string, std::string>{{"disk", "ssd"}};
  using Labels = std::map<std::string, std::string>;
  CHECK_FALSE(why_rejected(*pod(spec), {}, {{}, Labels{{"disk", "ssd"}, {"zone", "a"}}}, behaviour));
  CHECK(reason(why_rejected(*pod(spec), {}, {{}, Labels{{"disk", "hdd"}}}, behaviour)) == "NodeAffinity");
  CHECK_FALSE(why_rejected(*pod(spec), {}, {}, behaviour));
  const NodeDescription bare{{}, Labels{}};
  CHECK(why_rejected(*pod(spec), {}, bare, behaviour)->message ==
        "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector");
  CHECK(why_rejected(*pod(spec), {}, bare, testing::behaviour_of_label("1.28.0"))->message ==
        "Predicate NodeAffinity failed");
  const auto old = why_rejected(*pod(spec), {}, bare, testing::behaviour_of_label("1.14.10"));
  CHECK(reason(old) == "MatchNodeSelector");
  CHECK(old->message == "Predicate MatchNodeSelector failed");
}

TEST_CASE("static pods are admitted wherever they are") {
  auto fixed = std::make_shared<api::Pod>(*pod_of("5"));
  fixed->metadata.annotations = {{"kubernetes.io/config.source", "file"}};
  REQUIRE(fixed->is_static());
  CHECK_FALSE(why_rejected(*fixed, {}, node_with({{"cpu", "1"}}), behaviour));
}

}  // namespace podreel::kubelet
