#include "engine/kubelet/status/container_transition.hpp"

#include <doctest/doctest.h>

#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using testing::ReportedPod;

namespace {

bool may_step(std::string_view spec, std::string_view release, std::int32_t exit_code) {
  const ReportedPod reported{spec};
  api::StateTerminated end;
  end.exit_code = exit_code;
  api::PodStatus before;
  before.container_statuses = {ReportedPod::reported("app", end)};
  before.init_container_statuses = {ReportedPod::reported("side", end)};
  api::PodStatus after;
  after.container_statuses = {ReportedPod::reported("app", api::StateRunning{})};
  after.init_container_statuses = {ReportedPod::reported("side", api::StateRunning{})};
  const release::Behaviour behaviour = release::behaviour_of(release::parse_release(release).value());
  return !illegal_transition(reported.pod, before, after, behaviour).has_value();
}

}  // namespace

TEST_CASE("a container leaves its end only if its exit lets it restart") {
  CHECK(may_step("{'containers': [{'name': 'app', 'image': 'a'}]}", "1.28", 0));
  constexpr std::string_view on_failure =
      "{'restartPolicy': 'OnFailure', 'containers': [{'name': 'app', 'image': 'a'}]}";
  CHECK(may_step(on_failure, "1.28", 1));
  CHECK_FALSE(may_step(on_failure, "1.28", 0));
  CHECK_FALSE(may_step("{'restartPolicy': 'Never', 'containers': [{'name': 'app', 'image': 'a'}]}", "1.28", 1));
}

TEST_CASE("a sidecar may always come back") {
  constexpr std::string_view sidecar =
      "{'restartPolicy': 'Never', 'containers': [], 'initContainers': [{'name': 'side', 'image': 's',"
      " 'restartPolicy': 'Always'}]}";
  CHECK(may_step(sidecar, "1.29", 0));
  CHECK_FALSE(may_step(sidecar, "1.27", 0));
}

TEST_CASE("a pod that restarts all of its containers may take every step") {
  constexpr std::string_view all =
      "{'restartPolicy': 'Never', 'containers': [{'name': 'app', 'image': 'a', 'restartPolicy': 'Never',"
      " 'restartPolicyRules': [{'action': 'RestartAllContainers', 'exitCodes': {'operator': 'In', 'values': [9]}}]}]}";
  CHECK(may_step(all, "1.36", 0));
  CHECK_FALSE(may_step(all, "1.34", 0));
}

}  // namespace podreel::kubelet
