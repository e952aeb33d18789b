#include "tests/support/fake_node.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <utility>

namespace podreel::testing {

api::PodPtr make_pod(std::string name, const std::vector<std::string>& containers) {
  auto spec = std::make_shared<api::PodSpec>();
  for (const std::string& container : containers) {
    api::Container& made = spec->containers.emplace_back();
    made.name = container;
    made.image = "img";
  }
  auto pod = std::make_shared<api::Pod>();
  pod->metadata.uid = "uid-" + name;
  pod->metadata.name = std::move(name);
  pod->spec = std::move(spec);
  return pod;
}

runtime_fake::Run run_for(sim::Duration time, std::int32_t exit_code) {
  runtime_fake::Run run;
  run.runs_for = time;
  run.exit_code = exit_code;
  return run;
}

FakeNode::FakeNode(runtime_fake::RuntimeScript script, std::uint64_t seed)
    : timing{sim::Choices{seed}}, runtime{scheduler, timing, recorder, std::move(script)} {
  recorder.add(reported);
}

std::string FakeNode::sandbox(const api::PodPtr& pod, std::uint32_t attempt) {
  auto result = drive(runtime.run_pod_sandbox(kubelet, {pod, attempt}));
  REQUIRE(result.has_value());
  return *result;
}

std::string FakeNode::create(const api::PodPtr& pod, const std::string& sandbox_id, std::string_view container,
                             std::uint32_t attempt, std::uint64_t hash) {
  runtime::ContainerConfig config;
  config.pod = pod;
  config.name = container;
  const bool is_init = std::ranges::find(pod->spec->init_containers, container, &api::Container::name) !=
                       pod->spec->init_containers.end();
  if (is_init) config.kind = api::ContainerKind::init;
  config.image = "img";
  config.attempt = attempt;
  config.hash = hash;
  auto result = drive(runtime.create_container(kubelet, sandbox_id, std::move(config)));
  REQUIRE(result.has_value());
  return *result;
}

std::string FakeNode::run(const api::PodPtr& pod, const std::string& sandbox_id, std::string_view container,
                          std::uint32_t attempt) {
  const std::string id = create(pod, sandbox_id, container, attempt);
  const auto started = drive(runtime.start_container(kubelet, id));
  REQUIRE(started.has_value());
  return id;
}

runtime::PodStatusPtr FakeNode::status(const api::PodPtr& pod) {
  auto result = drive(runtime.get_pod_status(kubelet, pod->metadata.uid));
  REQUIRE(result.has_value());
  return *result;
}

runtime::ContainerStatus FakeNode::container(const api::PodPtr& pod, const std::string& id) {
  const runtime::PodStatusPtr seen = status(pod);
  const auto found = std::ranges::find(seen->containers, id, &runtime::ContainerStatus::id);
  REQUIRE(found != seen->containers.end());
  return *found;
}

}  // namespace podreel::testing
