// Containers that have more memory in use than they may.
#include <doctest/doctest.h>

#include "engine/api/linux_resources.hpp"
#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using runtime::ContainerState;
using testing::FakeNode;

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

/// A pod whose container "app" may have 50 MiB.
api::PodPtr limited_pod() {
  api::Pod pod = *testing::make_pod("web", {"app"});
  api::PodSpec spec = *pod.spec;
  spec.containers.front().limits = {{"memory", "50Mi"}};
  pod.spec = std::make_shared<const api::PodSpec>(std::move(spec));
  return std::make_shared<const api::Pod>(std::move(pod));
}

RuntimeScript script_with(Run run) {
  return {.pods = {{.name = "web", .containers = {{.name = "app", .runs = {std::move(run)}}}}}};
}

UsageCurve grows_at(sim::Duration time) {
  return {{.from = {}, .amount = 10 * mebibyte}, {.from = time, .amount = 60 * mebibyte}};
}

}  // namespace

TEST_CASE("a container is killed when it has more in use than its limit") {
  FakeNode node{script_with({.memory_over_time = grows_at(7s)})};
  const api::PodPtr pod = limited_pod();
  const std::string app = node.run(pod, node.sandbox(pod), "app");
  node.run_until(6900ms);
  CHECK(node.container(pod, app).state == ContainerState::running);
  node.run_until(8s);
  const runtime::ContainerStatus ended = node.container(pod, app);
  CHECK(ended.state == ContainerState::exited);
  CHECK(ended.exit_code == 137);
  CHECK(ended.reason == "OOMKilled");
  CHECK(ended.finished_at == sim::Time{7s});
}

TEST_CASE("what has too much in use from the beginning is killed as soon as it has started") {
  FakeNode node{script_with({.memory_in_use = 60 * mebibyte})};
  const api::PodPtr pod = limited_pod();
  const std::string app = node.run(pod, node.sandbox(pod), "app");
  node.run_until(1ms);
  CHECK(node.container(pod, app).reason == "OOMKilled");
}

TEST_CASE("what all containers have in use kills none") {
  FakeNode node{{.memory_in_use = 60 * mebibyte}};
  const api::PodPtr pod = limited_pod();
  const std::string app = node.run(pod, node.sandbox(pod), "app");
  node.run_until(1min);
  CHECK(node.container(pod, app).state == ContainerState::running);
}

TEST_CASE("a container whose child is killed goes on, and says at its end that it was out of memory") {
  FakeNode node{
      script_with({.runs_for = ScriptedSpan{20s}, .memory_over_time = grows_at(7s), .oom_spares_main_process = true})};
  const api::PodPtr pod = limited_pod();
  const std::string app = node.run(pod, node.sandbox(pod), "app");
  node.run_until(19s);
  CHECK(node.container(pod, app).state == ContainerState::running);
  node.run_until(21s);
  CHECK(node.container(pod, app).exit_code == 0);
  CHECK(node.container(pod, app).reason == "OOMKilled");
  const auto reported = node.reported.of<trace::Environment>();
  REQUIRE(reported.size() == 2);
  CHECK(reported[0].second.what == "process_killed");
  CHECK(reported[0].first == sim::Time{7s});
}

TEST_CASE("a limit that is raised in time saves the container, one that is lowered kills it") {
  FakeNode node{script_with({.memory_over_time = grows_at(7s)})};
  const api::PodPtr pod = limited_pod();
  const std::string sandbox = node.sandbox(pod);
  const std::string app = node.run(pod, sandbox, "app");
  node.drive(node.runtime.update_container_resources(node.kubelet, memory::Text{app}, {.memory = 80 * mebibyte}));
  node.run_until(30s);
  CHECK(node.container(pod, app).state == ContainerState::running);
  node.drive(node.runtime.update_container_resources(node.kubelet, memory::Text{app}, {.memory = 40 * mebibyte}));
  node.run_until(31s);
  CHECK(node.container(pod, app).reason == "OOMKilled");
}

TEST_CASE("a kill from outside hits the main process or a child, and nothing that does not run") {
  FakeNode node;
  const api::PodPtr pod = limited_pod();
  const std::string app = node.run(pod, node.sandbox(pod), "app");
  CHECK(node.runtime.oom_kill("web", "app", false, false));
  CHECK(node.container(pod, app).state == ContainerState::running);
  CHECK(node.runtime.oom_kill("web", "app", true, true));
  CHECK(node.container(pod, app).exit_code == 137);
  CHECK_FALSE(node.runtime.oom_kill("web", "app", true, false));
  CHECK_FALSE(node.runtime.oom_kill("web", "none", true, false));
}

}  // namespace podreel::runtime_fake
