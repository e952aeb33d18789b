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
      R"("containers":[{"name":"app","resources":{"limits":{"cpu":"2"},"requests":{"cpu":"1"}}}],"generation":3)";
  CHECK(resize_message::started(resized.pod) == "Pod resize started: {" + resources + "}");
  CHECK(resize_message::completed(resized.pod) == "Pod resize completed: {" + resources + "}");
  CHECK(resize_message::failed(resized.pod, "no") == "Pod resize error: {" + resources + R"(,"error":"no"})");
  CHECK(resize_message::pending(resized.pod, "Deferred", "full") ==
        "Pod resize Deferred: {" + resources + R"(,"error":"full"})");
}

}  // namespace podreel::kubelet
