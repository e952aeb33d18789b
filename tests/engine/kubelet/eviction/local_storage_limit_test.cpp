#include "engine/kubelet/eviction/local_storage_limit.hpp"

#include <doctest/doctest.h>
#include <memory>

#include "tests/support/kubelet_label.hpp"
#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

api::Container limited(std::string name, std::string limit) {
  api::Container made;
  made.name = std::move(name);
  if (!limit.empty()) made.limits["ephemeral-storage"] = std::move(limit);
  return made;
}

std::string exceeding(std::vector<api::Container> containers, const std::vector<runtime::ContainerUsage>& usage,
                      bool images_are_apart = false) {
  auto spec = std::make_shared<api::PodSpec>();
  spec->containers = std::move(containers);
  api::Pod pod;
  pod.spec = spec;
  return exceeded_storage_limit(pod, usage, images_are_apart, testing::behaviour_of_label("1.36.3")).value_or("");
}

runtime::ContainerUsage usage_of(const char* name, std::int64_t bytes) {
  runtime::ContainerUsage usage;
  usage.name = memory::Text{name};
  usage.disk = bytes;
  return usage;
}

}  // namespace

TEST_CASE("a pod that writes more than all its containers may is named first, then a container") {
  CHECK(exceeding({limited("a", "1Ki")}, {usage_of("a", 1024)}).empty());
  CHECK(exceeding({limited("a", "1Ki")}, {usage_of("a", 1025)}) ==
        "Pod ephemeral local storage usage exceeds the total limit of containers 1Ki. ");
  CHECK(exceeding({limited("a", "1Ki"), limited("b", "9Ki")}, {usage_of("a", 2000), usage_of("b", 10)}) ==
        "Container a exceeded its local ephemeral storage limit \"1Ki\". ");
  CHECK(exceeding({limited("a", "1Ki"), limited("b", "9Ki")}, {usage_of("a", 2000)}, true).empty());
  CHECK(exceeding({limited("a", "")}, {usage_of("a", 5000)}).empty());
}

TEST_CASE("a sidecar's own limit counts from 1.37 on") {
  const auto exceeding_in = [](const char* release) {
    auto spec = std::make_shared<api::PodSpec>();
    spec->init_containers.push_back(limited("side", "1Ki"));
    spec->init_containers.front().restart_policy = api::RestartPolicy::always;
    spec->containers.push_back(limited("app", "9Ki"));
    api::Pod pod;
    pod.spec = spec;
    return exceeded_storage_limit(pod, {usage_of("side", 2000)}, false, testing::behaviour_of_label(release))
        .value_or("");
  };
  CHECK(exceeding_in("1.36.3").empty());
  CHECK(exceeding_in("1.37.0") == "Container side exceeded its local ephemeral storage limit \"1Ki\". ");
}

TEST_CASE("a pod that exceeds its limit of ephemeral storage is evicted, without a condition DisruptionTarget") {
  for (const auto& expected : {std::pair{"1.9.11", 0U}, std::pair{"1.10.13", 1U}, std::pair{"1.36.3", 1U}}) {
    const std::string version = expected.first;
    const unsigned evictions = expected.second;
    CAPTURE(version);
    const testing::RunHistory history =
        testing::history_of("duration: 2m, timing: ideal, node: {kubelet: {version: '" + version + R"('}},
      runtime: {usage: {nodefs: {capacity: 100Gi, other: 1Gi}},
        pods: [{name: web, containers: [{name: app, runs: [{diskInUse: [{from: 20s, is: 2Gi}]}]}]}]},
      timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
        {name: app, image: 'app:1', resources: {requests: {ephemeral-storage: 500Mi}, limits: {ephemeral-storage: 1Gi}}}]}}}])");
    CHECK(testing::events_in(history, "Evicted").size() == evictions);
  }
}

}  // namespace podreel::kubelet
