#include "engine/kubelet/allocation/resize_messages.hpp"

#include <doctest/doctest.h>
#include <string_view>

#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using testing::ReportedPod;

namespace {

constexpr std::string_view resized_spec =
    "{'initContainers': [{'name': 'init', 'image': 'i'}], 'containers': [{'name': 'app', 'image': 'a',"
    " 'resources': {'requests': {'cpu': '1'}, 'limits': {'cpu': '2'}}}]}";

}  // namespace

TEST_CASE("what is told of a resize has the resources of all containers, and the error if there is one") {
  ReportedPod resized{resized_spec};
  resized.pod.metadata.generation = 3;
  const std::string resources =
      R"("initContainers":[{"name":"init","resources":{}}],)"
      R"("containers":[{"name":"app","resources":{"limits":{"cpu":"2"},"requests":{"cpu":"1"}}}])";
  const std::string third = resources + R"(,"generation":3)";
  CHECK(resize_message::started(resized.pod) == "Pod resize started: {" + third + "}");
  CHECK(resize_message::failed(resized.pod, "no", 2) ==
        "Pod resize error: {" + resources + R"(,"generation":2,"error":"no"})");
  CHECK(resize_message::pending(resized.pod, "Deferred", "full") ==
        "Pod resize Deferred: {" + third + R"(,"error":"full"})");
}

TEST_CASE("a completed resize has the generation for which it began, and none in 1.34") {
  ReportedPod resized{"{'containers': [{'name': 'app', 'image': 'a', 'resources': {'requests': {'cpu': '1'}}}]}"};
  resized.pod.metadata.generation = 4;
  const std::string resources = R"("containers":[{"name":"app","resources":{"requests":{"cpu":"1"}}}])";
  CHECK(resize_message::completed(resized.pod, 3) == "Pod resize completed: {" + resources + R"(,"generation":3})");
  CHECK(resize_message::completed(resized.pod, {}) == "Pod resize completed: {" + resources + "}");
}

}  // namespace podreel::kubelet
