#include "engine/sync/memory_decrease.hpp"

#include <doctest/doctest.h>
#include <string>

#include "tests/support/kubelet_label.hpp"

namespace podreel::sync {

namespace {

/// A pod with an init container and two containers, of which one, or all, get other limits of memory.
struct Lowering {
  Lowering() {
    auto made = std::make_shared<api::PodSpec>();
    made->init_containers.emplace_back().name = "proxy";
    made->containers.emplace_back().name = "app";
    made->containers.emplace_back().name = "aux";
    pod.metadata.name = "web";
    pod.spec = std::move(made);
  }

  void resize(std::size_t index, std::int64_t from, std::int64_t to,
              api::ContainerKind kind = api::ContainerKind::regular) {
    decide::ContainerToResize& added = containers.emplace_back();
    added.container = index;
    added.kind = kind;
    added.current.memory_limit = from;
    added.desired.memory_limit = to;
  }

  /// Empty if there is none.
  [[nodiscard]] std::string problem(const char* release = "1.34.0") const {
    const MemoryDecrease decrease{pod_has, pod_wants, containers};
    return decrease.problem(pod, usage, testing::behaviour_of_label(release)).value_or("");
  }

  api::Pod pod;
  std::vector<decide::ContainerToResize> containers;
  std::int64_t pod_has = -1;
  std::optional<std::int64_t> pod_wants;
  runtime::MemoryUsage usage{.pod = 100, .containers = {{"app", 60}, {"aux", 40}, {"proxy", 20}}};
};

}  // namespace

TEST_CASE("a limit cannot be lowered to what its container has in use, and the text shows what the pod uses") {
  Lowering app;
  app.resize(0, 200, 60);
  CHECK(
      app.problem() ==
      "cannot decrease memory limits: attempting to set container \"app\" memory limit (60) below current usage (100)");
  app.containers.front().desired.memory_limit = 61;
  CHECK(app.problem().empty());
}

TEST_CASE("a limit that stays or grows, or is taken away, takes nothing away") {
  for (const std::int64_t wanted : {30, 31, 0}) {
    Lowering app;
    app.resize(0, 30, wanted);
    CHECK(app.problem().empty());
  }
}

TEST_CASE("a limit that is not known may have been higher") {
  Lowering app;
  app.resize(0, 0, 50);
  CHECK_FALSE(app.problem().empty());
}

TEST_CASE("what does not run uses nothing") {
  Lowering app;
  app.usage.containers.erase("app");
  app.resize(0, 200, 1);
  CHECK(app.problem().empty());
}

TEST_CASE("all that cannot be lowered is told, the pod first") {
  Lowering all;
  all.pod_has = 500;
  all.pod_wants = 100;
  all.resize(1, 200, 30);
  all.resize(0, 200, 10, api::ContainerKind::init);
  CHECK(
      all.problem() ==
      "cannot decrease memory limits: [attempting to set pod memory limit (100) below current usage (100), attempting "
      "to set container \"aux\" memory limit (30) below current usage (100), attempting to set container \"proxy\" "
      "memory limit (10) below current usage (100)]");
}

TEST_CASE("a pod's limit matters where it shrinks, as one that had none does with control groups of version 1") {
  Lowering pod;
  pod.pod_wants = 100;
  CHECK(pod.problem().empty());
  pod.pod_has = 9'223'372'036'854'771'712;
  CHECK_FALSE(pod.problem().empty());
  pod.pod_has = 100;
  CHECK(pod.problem().empty());
  pod.pod_has = 200;
  pod.pod_wants = 101;
  CHECK(pod.problem().empty());
  pod.pod_wants = {};
  CHECK(pod.problem().empty());
}

TEST_CASE("up to 1.33 a kubelet looks at the pod as a whole only") {
  Lowering pod;
  pod.resize(0, 200, 10);
  CHECK(pod.problem("1.33.0").empty());
  pod.pod_wants = 101;
  CHECK(pod.problem("1.33.0").empty());
  pod.pod_wants = 100;
  CHECK(pod.problem("1.33.0") == "aborting attempt to set pod memory limit less than current memory usage for pod web");
}

}  // namespace podreel::sync
