#include "engine/kubelet/status/terminated_status.hpp"

#include <doctest/doctest.h>

#include "tests/support/kubelet_label.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using api::PodPhase;
using api::StateRunning;
using api::StateTerminated;
using api::StateWaiting;
using testing::ReportedPod;

namespace {

api::PodStatus ended(const ReportedPod& reported, const std::string& release) {
  return terminated_status(reported.pod, reported.pod.status, testing::behaviour_of_label(release));
}

/// The exit code of a container's end; -1 if it has none.
std::int32_t exit_code(const api::ContainerStatus& status) {
  const auto* end = std::get_if<StateTerminated>(&status.state);
  return end == nullptr ? -1 : end->exit_code;
}

}  // namespace

TEST_CASE("a container that was never created has failed, if the pod has no init containers") {
  ReportedPod reported{"{'containers': [{'name': 'app', 'image': 'a'}]}"};
  reported.pod.status.phase = PodPhase::pending;
  reported.pod.status.container_statuses = {ReportedPod::reported("app", StateWaiting{"ImagePullBackOff", {}})};
  CHECK(exit_code(ended(reported, "1.28").container_statuses.at(0)) == 137);
  CHECK(ended(reported, "1.28").phase == PodPhase::failed);
  CHECK(ended(reported, "1.26").phase == PodPhase::pending);
  CHECK(exit_code(ended(reported, "1.21").container_statuses.at(0)) == -1);
}

TEST_CASE("with unfinished init containers the regular ones stay waiting") {
  ReportedPod reported{
      "{'initContainers': [{'name': 'i1', 'image': 'i'}, {'name': 'i2', 'image': 'i'}],"
      " 'containers': [{'name': 'app', 'image': 'a'}]}"};
  reported.pod.status.container_statuses = {ReportedPod::reported("app", StateWaiting{"PodInitializing", {}})};
  reported.pod.status.init_container_statuses = {ReportedPod::reported("i1", StateRunning{}),
                                                 ReportedPod::reported("i2", StateWaiting{"PodInitializing", {}})};
  const api::PodStatus status = ended(reported, "1.28");
  CHECK(exit_code(status.container_statuses.at(0)) == -1);
  CHECK(exit_code(status.init_container_statuses.at(0)) == 137);
  CHECK(exit_code(status.init_container_statuses.at(1)) == -1);
  reported.pod.status.init_container_statuses.at(1).last_state = StateTerminated{};
  CHECK(exit_code(ended(reported, "1.28").container_statuses.at(0)) == 137);
}

TEST_CASE("a sidecar that has started means that the pod was initialized") {
  ReportedPod reported{
      "{'initContainers': [{'name': 'side', 'image': 'i', 'restartPolicy': 'Always'}],"
      " 'containers': [{'name': 'app', 'image': 'a'}]}"};
  reported.pod.status.container_statuses = {ReportedPod::reported("app", StateWaiting{"PodInitializing", {}})};
  reported.pod.status.init_container_statuses = {ReportedPod::reported("side", StateRunning{})};
  CHECK(exit_code(ended(reported, "1.29").container_statuses.at(0)) == -1);
  reported.pod.status.init_container_statuses.at(0).started = true;
  CHECK(exit_code(ended(reported, "1.29").container_statuses.at(0)) == 137);
}

TEST_CASE("an end that was seen is kept since 1.18, and overwritten before") {
  ReportedPod reported{"{'containers': [{'name': 'app', 'image': 'a'}]}"};
  StateTerminated end;
  end.exit_code = 7;
  reported.pod.status.phase = PodPhase::failed;
  reported.pod.status.container_statuses = {ReportedPod::reported("app", end)};
  CHECK(exit_code(ended(reported, "1.28").container_statuses.at(0)) == 7);
  CHECK(exit_code(ended(reported, "1.17").container_statuses.at(0)) == 0);
}

TEST_CASE("a static pod gets no terminal phase") {
  ReportedPod reported{"{'containers': [{'name': 'app', 'image': 'a'}]}"};
  reported.pod.metadata.annotations["kubernetes.io/config.source"] = "file";
  reported.pod.status.phase = PodPhase::running;
  CHECK(ended(reported, "1.28").phase == PodPhase::running);
}

}  // namespace podreel::kubelet
