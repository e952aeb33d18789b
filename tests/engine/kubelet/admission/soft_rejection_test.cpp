#include "engine/kubelet/admission/soft_rejection.hpp"

#include <doctest/doctest.h>

#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

TEST_CASE("a pod that may not run stays Pending, and whichever of its containers waits is Blocked") {
  using testing::ReportedPod;
  api::PodStatus status;
  status.phase = api::PodPhase::running;
  status.init_container_statuses = {ReportedPod::reported("init", api::StateWaiting{"PodInitializing", ""})};
  status.container_statuses = {ReportedPod::reported("app", api::StateWaiting{"ContainerCreating", ""}),
                               ReportedPod::reported("runs", api::StateRunning{})};
  const api::PodStatus blocked = blocked_status(std::move(status), "no AppArmor");
  CHECK(blocked.phase == api::PodPhase::pending);
  CHECK(blocked.reason == "AppArmor");
  CHECK(blocked.message == "no AppArmor");
  CHECK(std::get<api::StateWaiting>(blocked.init_container_statuses.at(0).state).reason == "Blocked");
  CHECK(std::get<api::StateWaiting>(blocked.container_statuses.at(0).state).reason == "Blocked");
  CHECK(std::holds_alternative<api::StateRunning>(blocked.container_statuses.at(1).state));
}

}  // namespace podreel::kubelet
