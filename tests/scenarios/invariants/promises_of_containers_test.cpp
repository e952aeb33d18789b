// What is promised of containers is judged where known faults are not excused.
#include <chrono>
#include <doctest/doctest.h>

#include "tests/support/pod_story.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
using testing::PodStory;
using Names = std::vector<std::string>;

/// The pod has an init container, too, which has run in the sandbox `sandbox` before the other.
Names broken_after_init_in(const char* sandbox, std::int32_t exit_code, bool excuse_known_faults = false) {
  Circumstances circumstances = testing::circumstances();
  circumstances.excuse_known_faults = excuse_known_faults;
  PodStory story{std::move(circumstances), false};
  auto spec = std::make_shared<api::PodSpec>(*story.pod.spec);
  api::Container init;
  init.name = "init";
  spec->init_containers = {init};
  story.pod.spec = std::move(spec);
  story.call({.op = "CreateContainer", .container = "init", .sandbox = sandbox, .id = "i1"}, 100ms);
  story.call({.op = "StartContainer", .container = "init", .id = "i1"}, 200ms);
  story.exit("i1", 500ms, exit_code);
  story.start_app(1s);
  story.tell(3s);
  return story.broken();
}

}  // namespace

TEST_CASE("init containers have succeeded in the sandbox before a regular one starts in it") {
  CHECK(broken_after_init_in("s", 0) == Names{});
  CHECK(broken_after_init_in("s", 1) == Names{"init-containers-come-first"});
  CHECK(broken_after_init_in("another", 0) == Names{"init-containers-come-first"});
  CHECK(broken_after_init_in("another", 0, true) == Names{});
}

}  // namespace podreel::invariants
