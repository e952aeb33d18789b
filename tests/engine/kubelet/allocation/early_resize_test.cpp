#include "engine/kubelet/allocation/early_resize.hpp"

#include <doctest/doctest.h>

#include "engine/kubelet/status/status_reasons.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

namespace {

using testing::ReportedPod;

/// A running pod whose container asks for a CPU, and has been allocated so much according to the API.
api::Pod running_pod(const char* allocated_cpu) {
  api::Pod pod =
      ReportedPod{
          "{'containers': [{'name': 'app', 'image': 'a', 'resources': {'requests': {'cpu': '1'}}}, "
          "{'name': 'free', 'image': 'b'}]}"}
          .pod;
  pod.metadata.uid = "uid";
  pod.status.phase = api::PodPhase::running;
  api::ContainerStatus app = ReportedPod::reported("app", api::StateRunning{});
  app.allocated_resources = {{"cpu", allocated_cpu}};
  pod.status.container_statuses = {app, ReportedPod::reported("free", api::StateRunning{})};
  return pod;
}

api::PodStatus with_cpu(const api::Pod& pod, const char* cpu) {
  api::PodStatus status = pod.status;
  status.container_statuses[0].resources_requests_limits =
      std::pair{api::ResourceList{{"cpu", cpu}}, api::ResourceList{}};
  return status;
}

const ResizeMisfit no_room{status_reason::resize_deferred, "Deferred", "no room"};

}  // namespace

TEST_CASE("a running pod asks for a resize that asks for other resources than the API says it has") {
  CHECK_FALSE(EarlyResize::is_asked_for(running_pod("1")));
  CHECK_FALSE(EarlyResize::is_asked_for(running_pod("1000m")));
  CHECK(EarlyResize::is_asked_for(running_pod("2")));
}

TEST_CASE("no pod asks for a resize that does not run, is static, or of which the API does not know what it has") {
  api::Pod pending = running_pod("2");
  pending.status.phase = api::PodPhase::pending;
  CHECK_FALSE(EarlyResize::is_asked_for(pending));
  api::Pod fixed = running_pod("2");
  fixed.metadata.annotations = {{"kubernetes.io/config.source", "file"}};
  CHECK(fixed.is_static());
  CHECK_FALSE(EarlyResize::is_asked_for(fixed));
  api::Pod unknown = running_pod("2");
  unknown.status.container_statuses = {};
  CHECK_FALSE(EarlyResize::is_asked_for(unknown));
  api::Pod partly = running_pod("2");
  partly.status.container_statuses[0].allocated_resources = {};
  CHECK_FALSE(EarlyResize::is_asked_for(partly));
}

TEST_CASE("a resize that fits is allocated, and the API says so of the container") {
  AllocatedResources allocated;
  EarlyResize early{allocated};
  const api::PodPtr decided = early.decide(running_pod("2"), std::nullopt);
  CHECK(decided->status.resize == status_reason::resize_in_progress);
  CHECK(decided->status.container_statuses[0].allocated_resources.get().at("cpu") == "1");
  CHECK(decided->status.container_statuses[1].allocated_resources.empty());
  CHECK(allocated.find("uid") != nullptr);
  CHECK(early.is_under_way("uid"));
}

TEST_CASE("a resize for which there is no room changes nothing but what is said of it") {
  AllocatedResources allocated;
  EarlyResize early{allocated};
  const api::PodPtr decided = early.decide(running_pod("2"), no_room);
  CHECK(decided->status.resize == status_reason::resize_deferred);
  CHECK(decided->status.container_statuses[0].allocated_resources.get().at("cpu") == "2");
  CHECK(allocated.find("uid") == nullptr);
  CHECK(early.is_under_way("uid"));
}

TEST_CASE("a resize is under way until the containers have what the spec asks for") {
  AllocatedResources allocated;
  EarlyResize early{allocated};
  const api::Pod pod = running_pod("2");
  static_cast<void>(early.decide(pod, std::nullopt));
  CHECK(early.progress(pod, with_cpu(pod, "2")) == status_reason::resize_in_progress);
  CHECK(early.is_under_way("uid"));
  CHECK(early.progress(pod, with_cpu(pod, "1")).empty());
  CHECK_FALSE(early.is_under_way("uid"));
  // Of what does not run nothing is known.
  static_cast<void>(early.decide(pod, std::nullopt));
  CHECK(early.progress(pod, pod.status).empty());
}

TEST_CASE("what was decided is forgotten with the pod and with the file") {
  AllocatedResources allocated;
  EarlyResize early{allocated};
  static_cast<void>(early.decide(running_pod("2"), no_room));
  allocated.forget("uid");
  CHECK_FALSE(early.is_under_way("uid"));
  static_cast<void>(early.decide(running_pod("2"), no_room));
  CHECK_FALSE(allocated.clear());
  CHECK_FALSE(early.is_under_way("uid"));
}

}  // namespace podreel::kubelet
