#include "engine/sync/resize.hpp"

#include <doctest/doctest.h>

#include "tests/support/sync_stage.hpp"

namespace podreel::testing {

using Lines = std::vector<std::string>;

namespace {

/// So many thousandths of a CPU, requested and at most, and so many bytes at most.
api::ResourceAmounts amounts(std::int64_t cpu, std::int64_t memory) {
  api::ResourceAmounts made;
  made.cpu_request = made.cpu_limit = cpu;
  made.memory_request = made.memory_limit = memory;
  return made;
}

/// A pod whose running containers have the one and are to have the other.
struct Resizing : SyncStage {
  /// On a node with control groups of version 1, from which a kubelet reads what it has set.
  explicit Resizing(const std::string& kubelet = "1.34.1", api::CgroupVersion version = api::CgroupVersion::v1)
      : SyncStage{kubelet, {}, {}, version} {}

  void container(const std::string& name, const api::ResourceAmounts& has, const api::ResourceAmounts& wants,
                 api::ContainerKind kind = api::ContainerKind::regular) {
    const bool is_init = kind == api::ContainerKind::init;
    api::Container& made = is_init ? sidecar(name) : app(name);
    made.limits = {{"cpu", std::to_string(wants.cpu_limit) + "m"}, {"memory", std::to_string(wants.memory_limit)}};
    made.requests = {{"cpu", std::to_string(wants.cpu_request) + "m"},
                     {"memory", std::to_string(wants.memory_request)}};
    decide::ContainerToResize& resized = containers.emplace_back();
    resized.container = (is_init ? spec.init_containers.size() : spec.containers.size()) - 1;
    resized.kind = kind;
    resized.id = running(name).id;
    resized.current = has;
    resized.desired = wants;
  }
  void pod_has(std::int64_t shares, std::int64_t quota, std::int64_t memory) {
    cgroups.set("uid", {.cpu_shares = shares, .cpu_quota = quota, .memory = memory});
  }

  std::vector<decide::ContainerToResize> containers;
};

}  // namespace

TEST_CASE("what grows grows first in the pod: memory, then the limit of CPU, then its shares") {
  Resizing stage;
  stage.container("app", amounts(500, 1000), amounts(1000, 3000));
  stage.pod_has(512, 50'000, 1000);
  CHECK_FALSE(stage.resize(stage.containers));
  CHECK(stage.given == Lines{"sb 512/50000/3000", "app-0 512/50000/3000", "sb 512/100000/3000", "sb 1024/100000/3000",
                             "app-0 1024/100000/3000"});
  CHECK(stage.cgroups.find("uid") == sync::PodCgroup{.cpu_shares = 1024, .cpu_quota = 100'000, .memory = 3000});
  CHECK(stage.actuated.of("uid").at("app") == amounts(1000, 3000));
}

TEST_CASE("what shrinks shrinks last in the pod: memory, then the shares of CPU, then its limit") {
  Resizing stage;
  stage.container("app", amounts(1000, 3000), amounts(500, 1000));
  stage.pod_has(1024, 100'000, 3000);
  CHECK_FALSE(stage.resize(stage.containers));
  CHECK(stage.given == Lines{"app-0 1024/100000/1000", "sb 1024/100000/1000", "app-0 512/50000/1000",
                             "sb 512/100000/1000", "sb 512/50000/1000"});
}

TEST_CASE("containers that shrink go before those that grow, and what stays is not touched") {
  Resizing stage;
  stage.container("grows", amounts(100, 1000), amounts(200, 1000));
  stage.container("stays", amounts(300, 1000), amounts(300, 1000));
  stage.container("shrinks", amounts(400, 1000), amounts(300, 1000), api::ContainerKind::init);
  stage.container("more", amounts(500, 1000), amounts(400, 1000));
  stage.pod_has(1331, 130'000, 4000);
  CHECK_FALSE(stage.resize(stage.containers));
  Lines containers;
  for (const std::string& given : stage.given) {
    if (!given.starts_with("sb ")) containers.push_back(given.substr(0, given.find(' ')));
  }
  CHECK(containers == Lines{"more-0", "shrinks-0", "grows-0"});
  CHECK(stage.actuated.of("uid").contains("shrinks"));
}

TEST_CASE("a request alone is given as well, and a pod that has what it is to have is not told") {
  Resizing stage;
  api::ResourceAmounts wants = amounts(500, 1000);
  wants.cpu_request = 250;
  stage.container("app", amounts(500, 1000), wants);
  stage.pod_has(256, 50'000, 1000);
  CHECK_FALSE(stage.resize(stage.containers));
  CHECK(stage.given == Lines{"app-0 256/50000/1000"});
}

TEST_CASE(
    "the runtime is notified of what the kubelet reads of an unlimited pod: with version 1 the number of all pages") {
  for (const auto& [version, memory] :
       {std::pair{api::CgroupVersion::v1, "9223372036854771712"}, std::pair{api::CgroupVersion::v2, "0"}}) {
    Resizing stage{"1.36.2", version};
    stage.container("app", amounts(500, 1000), amounts(1000, 1000));
    stage.app("unlimited");
    stage.cgroups.set("uid", {.cpu_shares = 512, .cpu_quota = {}, .memory = {}});
    CHECK_FALSE(stage.resize(stage.containers));
    CHECK(stage.given.front() == "sb 1024/0/" + std::string{memory});
    CHECK(stage.cgroups.find("uid") == sync::PodCgroup{.cpu_shares = 1024, .cpu_quota = {}, .memory = {}});
  }
}

TEST_CASE("an unlimited pod shrinks to its first limit of memory, and grows to it with control groups of version 2") {
  const auto first_given = [](api::CgroupVersion version) {
    Resizing stage{"1.36.2", version};
    stage.container("app", amounts(500, 0), amounts(500, 3000));
    stage.cgroups.set("uid", {.cpu_shares = 512, .cpu_quota = 50'000, .memory = {}});
    CHECK_FALSE(stage.resize(stage.containers));
    return stage.given.front().substr(0, stage.given.front().find(' '));
  };
  CHECK(first_given(api::CgroupVersion::v1) == "app-0");
  CHECK(first_given(api::CgroupVersion::v2) == "sb");
}

TEST_CASE("a weight that is read as other shares is set again in each resize of CPU up to 1.36") {
  const auto given_by = [](const char* kubelet) {
    Resizing stage{kubelet, api::CgroupVersion::v2};
    api::ResourceAmounts wants = amounts(100, 1000);
    wants.cpu_limit = 200;
    stage.container("app", amounts(100, 1000), wants);
    stage.pod_has(102, 10'000, 1000);
    CHECK_FALSE(stage.resize(stage.containers));
    return stage.given;
  };
  CHECK(given_by("1.36.2") == Lines{"sb 80/20000/1000", "sb 102/20000/1000", "app-0 102/20000/1000"});
  CHECK(given_by("1.37.0") == Lines{"sb 102/20000/1000", "app-0 102/20000/1000"});
}

TEST_CASE("the first container that cannot be given what it is to have ends the resize") {
  Resizing stage;
  stage.container("app", amounts(500, 1000), amounts(1000, 3000));
  stage.pod_has(512, 50'000, 1000);
  stage.fail("UpdateContainerResources", "cgroup is busy");
  const std::optional<sync::SyncFailure> failure = stage.resize(stage.containers);
  REQUIRE(failure);
  CHECK(failure->error == "ResizePodInPlaceError");
  CHECK(failure->message == "cgroup is busy");
  CHECK(stage.given == Lines{"sb 512/50000/3000", "app-0 512/50000/3000"});
  CHECK(stage.actuated.of("uid").empty());
}

TEST_CASE("from 1.36 on a runtime that rejects a sandbox's resources ends the resize before anything is set") {
  Resizing stage{"1.36.3"};
  stage.container("app", amounts(500, 1000), amounts(1000, 1000));
  stage.pod_has(512, 50'000, 1000);
  stage.fail("UpdatePodSandboxResources", "rpc error: code = Unknown desc = no");
  const std::optional<sync::SyncFailure> failure = stage.resize(stage.containers);
  REQUIRE(failure);
  CHECK(failure->message ==
        "failed to notify runtime for UpdatePodSandboxResources (resource=cpu); resize rejected: "
        "updatePodSandboxResources failed for sanboxID \"sb\": rpc error: code = Unknown desc = no");
  CHECK(stage.given == Lines{"sb 512/100000/1000"});
  CHECK(stage.cgroups.find("uid") == sync::PodCgroup{.cpu_shares = 512, .cpu_quota = 50'000, .memory = 1000});
}

TEST_CASE("a runtime without UpdatePodSandboxResources, and any runtime up to 1.35, rejects nothing") {
  const auto is_resized = [](const char* kubelet, const char* error) {
    Resizing stage{kubelet};
    stage.container("app", amounts(500, 1000), amounts(1000, 1000));
    stage.pod_has(512, 50'000, 1000);
    stage.fail("UpdatePodSandboxResources", error);
    return !stage.resize(stage.containers) && stage.cgroups.find("uid")->cpu_quota == 100'000;
  };
  CHECK(is_resized("1.36.3", "rpc error: code = Unimplemented desc = unknown method"));
  CHECK(is_resized("1.36.3", "rpc error: code = Unknown desc = not implemented yet"));
  CHECK_FALSE(is_resized("1.36.3", "rpc error: code = Unknown desc = no"));
  CHECK(is_resized("1.35.6", "rpc error: code = Unknown desc = no"));
}

TEST_CASE("up to 1.31 a resize is abandoned if a container of the pod has no limit of the resource") {
  for (const auto& [kubelet, updates] :
       {std::pair{"1.31.14+InPlacePodVerticalScaling", 0U}, std::pair{"1.32.10+InPlacePodVerticalScaling", 1U}}) {
    Resizing stage{kubelet};
    stage.container("app", amounts(500, 1000), amounts(1000, 1000));
    stage.app("unlimited");
    stage.pod_has(512, 50'000, 1000);
    CHECK(stage.resize(stage.containers).has_value() == (updates == 0));
    CHECK(stage.given.size() == updates);
  }
}

}  // namespace podreel::testing
