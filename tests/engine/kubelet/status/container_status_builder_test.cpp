#include "engine/kubelet/status/container_status_builder.hpp"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <string>

#include "engine/kubelet/status/container_id.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using api::StateRunning;
using api::StateTerminated;
using api::StateWaiting;
using runtime::ContainerState;
using testing::one_container;
using testing::ReportedPod;

TEST_CASE("since 1.35 a container that has started stays so while a kubelet does not know its startup probe's result") {
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::running);
  reported.probes.startup_workers.insert("app");
  api::ContainerStatus before = ReportedPod::reported("app", StateRunning{});
  before.started = true;
  reported.pod.status.container_statuses = {before};
  CHECK(reported.build("1.34").status.container_statuses.at(0).started == false);
  CHECK(reported.build("1.35.6").status.container_statuses.at(0).started == true);
  reported.probes.startup_results["app-0"] = ProbeResult::failure;
  CHECK(reported.build("1.35.6").status.container_statuses.at(0).started == false);
  reported.probes.startup_results.clear();
  reported.pod.status.container_statuses.front().started = false;
  CHECK(reported.build("1.35.6").status.container_statuses.at(0).started == false);
}

TEST_CASE("the instance before the newest one is the last state, however the runtime lists them") {
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::exited, 7);
  reported.observe("app", ContainerState::exited, 3);
  reported.observe("app", ContainerState::running);
  reported.observe("ghost", ContainerState::running);
  std::ranges::reverse(reported.observed.containers);
  const api::ContainerStatuses statuses = reported.build("1.30").status.container_statuses;
  REQUIRE(statuses.size() == 1);
  const api::ContainerStatus& app = statuses.front();
  CHECK(std::holds_alternative<StateRunning>(app.state));
  CHECK(app.restart_count == 2);
  CHECK(app.container_id == "containerd://app-2");
  REQUIRE(std::holds_alternative<StateTerminated>(app.last_state));
  const StateTerminated& end = std::get<StateTerminated>(app.last_state);
  CHECK(end.exit_code == 3);
  CHECK(end.reason == "Error");
  CHECK(end.container_id == "containerd://app-1");
  CHECK(end.finished_at - end.started_at == std::chrono::seconds{5});
}

TEST_CASE("a container that has gone keeps its restarts and its last end while it waits") {
  ReportedPod reported{one_container};
  StateTerminated end;
  end.exit_code = 4;
  api::ContainerStatus before = ReportedPod::reported("app", StateWaiting{});
  before.restart_count = 6;
  before.last_state = end;
  reported.pod.status.container_statuses = {before};
  const api::ContainerStatus app = reported.build("1.30").status.container_statuses.at(0);
  CHECK(std::holds_alternative<StateWaiting>(app.state));
  CHECK(app.restart_count == 6);
  REQUIRE(std::holds_alternative<StateTerminated>(app.last_state));
  CHECK(std::get<StateTerminated>(app.last_state).exit_code == 4);
  CHECK(app.image == "a:1");
}

TEST_CASE("statuses are in the order of names, those of init containers in the order of the spec") {
  ReportedPod reported{
      "{'initContainers': [{'name': 'z', 'image': 'i'}, {'name': 'a', 'image': 'i'}],"
      " 'containers': [{'name': 'z2', 'image': 'i'}, {'name': 'a2', 'image': 'i'}],"
      " 'ephemeralContainers': [{'name': 'z3', 'image': 'i'}, {'name': 'a3', 'image': 'i'}]}"};
  const auto names = [](const api::ContainerStatuses& statuses) {
    std::string text;
    for (const api::ContainerStatus& status : statuses) text += (text.empty() ? "" : " ") + std::string{status.name};
    return text;
  };
  const api::PodStatus status = reported.build("1.30").status;
  CHECK(names(status.init_container_statuses) == "z a");
  CHECK(names(status.container_statuses) == "a2 z2");
  CHECK(names(status.ephemeral_container_statuses) == "a3 z3");
  CHECK(reported.build("1.22").status.ephemeral_container_statuses.empty());
}

}  // namespace podreel::kubelet
