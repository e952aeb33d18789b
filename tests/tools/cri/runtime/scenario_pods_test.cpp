// Pods of a scenario, as far as clients of CRI do not state them.
#include "tools/cri/runtime/scenario_pods.hpp"

#include <chrono>
#include <doctest/doctest.h>

#include "scenarios/format/load.hpp"

namespace podreel::cri {

namespace {

using namespace std::chrono_literals;

format::Scenario with_two_lives() {
  const std::string pod =
      "createPod: {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {initContainers: [{name: "
      "fetch, image: i}, {name: proxy, image: i, restartPolicy: Always}], containers: [{name: app, image: i}]}}";
  return std::move(
      format::load_scenarios(
          api::load_documents("{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {name: s}, "
                              "spec: {timeline: [{at: 1s, " +
                                  pod + "}, {at: 20s, deletePod: {name: shop/web}}, {at: 60s, " + pod + "}]}}",
                              "s.yaml"),
          "s.yaml")
          .scenarios.at(0));
}

SandboxConfig sandbox_of(const std::string& name) {
  SandboxConfig config;
  config.metadata = {.name = name, .uid = "7", .namespace_name = "shop"};
  return config;
}

}  // namespace

TEST_CASE("init containers and sidecars are known by the scenario") {
  const ScenarioPods pods{with_two_lives()};
  const auto kind_of = [&pods](const std::string& pod, const std::string& name) {
    ContainerConfig container;
    container.name = name;
    api::ContainerKind kind{};
    const api::PodPtr made = pods.pod_with(sandbox_of(pod), "7", container, kind);
    CHECK(made->metadata.name == pod);
    CHECK(made->metadata.uid == "7");
    CHECK(made->spec->init_containers.size() + made->spec->containers.size() == 1);
    const bool is_init = !made->spec->init_containers.empty();
    CHECK(is_init == (kind == api::ContainerKind::init));
    const bool restarts = is_init && api::is_restartable_init_container(made->spec->init_containers.front());
    return std::string{is_init ? restarts ? "sidecar" : "init" : "regular"};
  };
  CHECK(kind_of("web", "fetch") == "init");
  CHECK(kind_of("web", "proxy") == "sidecar");
  CHECK(kind_of("web", "app") == "regular");
  CHECK(kind_of("db", "fetch") == "regular");
}

TEST_CASE("a pod was last created by the timeline's latest step") {
  const ScenarioPods pods{with_two_lives()};
  CHECK_FALSE(pods.last_created(sandbox_of("web"), 999ms));
  CHECK(pods.last_created(sandbox_of("web"), 1s) == 1s);
  CHECK(pods.last_created(sandbox_of("web"), 59s) == 1s);
  CHECK(pods.last_created(sandbox_of("web"), 2min) == 60s);
  CHECK_FALSE(pods.last_created(sandbox_of("db"), 2min));
}

TEST_CASE("a sandbox in the node's network is a pod with hostNetwork") {
  SandboxConfig config = sandbox_of("web");
  CHECK_FALSE(pod_of(config, "7")->spec->host_network);
  config.namespaces.network = Namespaces::node;
  CHECK(pod_of(config, "7")->spec->host_network);
}

TEST_CASE("resources are those of a period of 100 ms, and requests and limits follow from them") {
  const api::LinuxResources resources = linux_resources({.cpu_period = 50'000,
                                                         .cpu_quota = 25'000,
                                                         .cpu_shares = 512,
                                                         .memory = 1 << 20,
                                                         .cpuset_cpus = {},
                                                         .cpuset_mems = {},
                                                         .unified = {}});
  CHECK(resources.cpu_quota == 50'000);
  CHECK(resources.cpu_shares == 512);
  CHECK(resources.memory == 1 << 20);
  Resources none;
  none.cpu_quota = -1;
  none.cpu_shares = -1;
  none.memory = -1;
  CHECK(linux_resources(none).cpu_quota == 0);
  CHECK(linux_resources(none).cpu_shares == 0);
  CHECK(linux_resources(none).memory == 0);

  ContainerConfig container;
  container.name = "app";
  container.resources.emplace();
  container.resources->cpu_quota = 50'000;
  container.resources->cpu_shares = 512;
  container.resources->memory = 1 << 20;
  api::ContainerKind kind{};
  const api::PodPtr pod = ScenarioPods{with_two_lives()}.pod_with(sandbox_of("web"), "7", container, kind);
  const api::Container& described = pod->spec->containers.front();
  CHECK(described.requests.size() == 1);
  CHECK(described.limits.size() == 2);
}

}  // namespace podreel::cri
