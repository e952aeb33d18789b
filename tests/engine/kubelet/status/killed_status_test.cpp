#include "engine/kubelet/status/killed_status.hpp"

#include <doctest/doctest.h>

#include "engine/kubelet/preemption/preemption.hpp"
#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

api::PodStatus after_preemption(const char* release) {
  api::PodStatus status;
  status.phase = api::PodPhase::running;
  status.host_ip = "192.168.0.1";
  constexpr std::int64_t generation = 3;
  return killed_status(std::move(status), preempted(), generation, testing::behaviour_of_label(release));
}

}  // namespace

TEST_CASE("a pod that gives way is Failed, and nothing else is told of it up to 1.21") {
  for (const char* release : {"1.21.14", "1.22.0", "1.36.0"}) {
    const api::PodStatus status = after_preemption(release);
    CHECK(status.phase == api::PodPhase::failed);
    CHECK(status.reason == "Preempting");
    CHECK(status.message == "Preempted in order to admit critical pod");
  }
  CHECK(after_preemption("1.21.14").host_ip.empty());
  CHECK(after_preemption("1.22.0").host_ip == "192.168.0.1");
}

TEST_CASE("its disruption is a condition since 1.26") {
  CHECK(after_preemption("1.25.16").conditions.empty());
  const api::PodStatus status = after_preemption("1.26.0");
  REQUIRE(status.conditions.size() == 1);
  CHECK(status.conditions.front().type == "DisruptionTarget");
  CHECK(status.conditions.front().status == "True");
  CHECK(status.conditions.front().reason == "TerminationByKubelet");
}

TEST_CASE("the condition names the pod's generation since 1.34") {
  CHECK(after_preemption("1.33.13").conditions.front().observed_generation == 0);
  CHECK(after_preemption("1.34.0").conditions.front().observed_generation == 3);
}

TEST_CASE("a pod that exceeds a limit of its own storage is no target of a disruption") {
  const KillStatus evicted{.reason = "Evicted", .message = "Usage of EmptyDir volume \"v\" exceeds the limit \"1Gi\"."};
  const api::PodStatus status = killed_status({}, evicted, 1, testing::behaviour_of_label("1.36.0"));
  CHECK(status.reason == "Evicted");
  CHECK(status.conditions.empty());
}

}  // namespace podreel::kubelet
