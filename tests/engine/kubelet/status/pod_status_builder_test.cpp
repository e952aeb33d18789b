#include "engine/kubelet/status/pod_status_builder.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/kubelet/status/container_id.hpp"
#include "tests/support/reported_pod.hpp"

namespace podreel::kubelet {

using api::PodPhase;
using api::StateRunning;
using api::StateTerminated;
using api::StateWaiting;
using decide::ProbeResult;
using runtime::ContainerState;
using testing::conditions_of;
using testing::never;
using testing::one_container;
using testing::ReportedPod;

namespace {

constexpr std::string_view with_init =
    "{'initContainers': [{'name': 'init', 'image': 'i:1'}], 'containers': [{'name': 'app', 'image': 'a:1'}]}";
constexpr std::string_view with_sidecar =
    "{'initContainers': [{'name': 'side', 'image': 's:1', 'restartPolicy': 'Always'}],"
    " 'containers': [{'name': 'app', 'image': 'a:1'}]}";

std::string waiting_reason(const api::ContainerStatus& status) {
  const auto* waiting = std::get_if<StateWaiting>(&status.state);
  return waiting == nullptr ? "does not wait" : waiting->reason;
}

std::string end_reason(const api::ContainerState& state) {
  const auto* end = std::get_if<StateTerminated>(&state);
  return end == nullptr ? "has not ended" : end->reason;
}

bool has_reason(const ReportedPod& reported, std::string_view rule) {
  return std::ranges::find(reported.reasons, rule, &decide::Reason::rule) != reported.reasons.end();
}

}  // namespace

TEST_CASE("a pod without containers yet is Pending, and its containers wait for what comes first") {
  ReportedPod plain{one_container};
  CHECK(plain.build("1.28").status.phase == PodPhase::pending);
  CHECK(waiting_reason(plain.build("1.28").status.container_statuses.at(0)) == "ContainerCreating");
  ReportedPod initialized{with_init};
  const api::PodStatus status = initialized.build("1.28").status;
  CHECK(waiting_reason(status.container_statuses.at(0)) == "PodInitializing");
  CHECK(waiting_reason(status.init_container_statuses.at(0)) == "PodInitializing");
  CHECK(has_reason(initialized, "not-created"));
}

TEST_CASE("a running pod is Ready, and each release has its own conditions") {
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::running);
  const std::string since_1_11 = "Initialized=True Ready=True ContainersReady=True PodScheduled=True";
  CHECK(conditions_of(reported.build("1.10").status) == "Initialized=True Ready=True PodScheduled=True");
  CHECK(conditions_of(reported.build("1.11.0").status) == since_1_11);
  CHECK(conditions_of(reported.build("1.28").status) == since_1_11);
  CHECK(conditions_of(reported.build("1.29").status) == "PodReadyToStartContainers=True " + since_1_11);
  CHECK(conditions_of(reported.build("1.26", {{"PodHasNetworkCondition", true}}).status) ==
        "PodHasNetwork=True " + since_1_11);
  CHECK(reported.build("1.28").status.phase == PodPhase::running);
}

TEST_CASE("started is told since 1.16, of init containers since 1.28") {
  ReportedPod reported{with_init};
  reported.observe("init", ContainerState::exited);
  reported.observe("app", ContainerState::running);
  CHECK_FALSE(reported.build("1.15").status.container_statuses.at(0).started.has_value());
  const api::PodStatus before = reported.build("1.27").status;
  CHECK(before.container_statuses.at(0).started == true);
  CHECK_FALSE(before.init_container_statuses.at(0).started.has_value());
  CHECK(reported.build("1.28").status.init_container_statuses.at(0).started == false);
}

TEST_CASE("a container that was created but not started has ended up to 1.23 and waits from 1.24 on") {
  ReportedPod reported{never};
  reported.observe("app", ContainerState::created);
  CHECK(end_reason(reported.build("1.23").status.container_statuses.at(0).state).empty());
  CHECK(has_reason(reported, "created-has-ended"));
  reported.reasons.clear();
  CHECK(waiting_reason(reported.build("1.24").status.container_statuses.at(0)).empty());
  CHECK(has_reason(reported, "created-waits"));
}

TEST_CASE("a container that cannot be started waits for the reason, and its end becomes the last state") {
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::exited, 1);
  reported.start_failures["app"] = {"CrashLoopBackOff", "back-off 10s"};
  const api::ContainerStatus status = reported.build("1.28").status.container_statuses.at(0);
  CHECK(waiting_reason(status) == "CrashLoopBackOff");
  CHECK(end_reason(status.last_state) == "Error");
  CHECK(has_reason(reported, "start-failed"));
}

TEST_CASE("an init container that has succeeded does not wait, whatever the reason cache holds") {
  ReportedPod reported{with_init};
  reported.observe("init", ContainerState::exited);
  reported.start_failures["init"] = {"ErrImagePull", ""};
  const api::ContainerStatus status = reported.build("1.28").status.init_container_statuses.at(0);
  CHECK(end_reason(status.state) == "Completed");
  CHECK(status.ready);
}

TEST_CASE("a container that ran and has gone has ended without a witness") {
  ReportedPod reported{one_container};
  reported.pod.status.container_statuses = {ReportedPod::reported("app", StateRunning{})};
  const api::ContainerStatus silent = reported.build("1.19").status.container_statuses.at(0);
  CHECK(end_reason(silent.last_state) == "has not ended");
  const api::ContainerStatus app_status = reported.build("1.28").status.container_statuses.at(0);
  CHECK(end_reason(app_status.last_state) == "ContainerStatusUnknown");
  CHECK(app_status.restart_count == 1);
  reported.pod.metadata.deletion_timestamp = sim::from_unix_seconds(1);
  CHECK(reported.build("1.28").status.container_statuses.at(0).restart_count == 0);
}

TEST_CASE("a running container that the runtime does not know any more has ended") {
  ReportedPod reported{one_container};
  reported.pod.status.container_statuses = {ReportedPod::reported("app", StateRunning{})};
  reported.observe("app", ContainerState::unknown);
  const api::ContainerStatus status = reported.build("1.28").status.container_statuses.at(0);
  CHECK(end_reason(status.state) == "ContainerStatusUnknown");
  CHECK(status.restart_count == 1);
  reported.pod.status = {};
  CHECK(waiting_reason(reported.build("1.28").status.container_statuses.at(0)).empty());
}

TEST_CASE("a container that has gone keeps the end that was reported") {
  ReportedPod reported{never};
  StateTerminated end;
  end.exit_code = 3;
  reported.pod.status.container_statuses = {ReportedPod::reported("app", end)};
  const api::PodStatus status = reported.build("1.28").status;
  CHECK(std::get<StateTerminated>(status.container_statuses.at(0).state).exit_code == 3);
  CHECK(status.phase == PodPhase::failed);
}

TEST_CASE("an init container that has gone has completed since 1.36, if a regular container was created") {
  ReportedPod reported{with_init};
  reported.observe("app", ContainerState::running);
  CHECK(waiting_reason(reported.build("1.35").status.init_container_statuses.at(0)) == "PodInitializing");
  CHECK(end_reason(reported.build("1.36").status.init_container_statuses.at(0).state) == "Completed");
}

TEST_CASE("a pod that is terminal has a terminal phase since 1.27, whatever its restart policy") {
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::exited, 1);
  reported.pod_is_terminal = true;
  CHECK(reported.build("1.26").status.phase == PodPhase::running);
  CHECK(reported.build("1.27").status.phase == PodPhase::failed);
  reported.pod.metadata.annotations["kubernetes.io/config.source"] = "file";
  CHECK(reported.build("1.27").status.phase == PodPhase::running);
}

TEST_CASE("phases follow the restart policy when all containers have ended") {
  ReportedPod forever{one_container};
  forever.observe("app", ContainerState::exited);
  CHECK(forever.build("1.28").status.phase == PodPhase::running);
  ReportedPod once{never};
  once.observe("app", ContainerState::exited, 1);
  CHECK(once.build("1.28").status.phase == PodPhase::failed);
  ReportedPod until_well{"{'restartPolicy': 'OnFailure', 'containers': [{'name': 'app', 'image': 'a:1'}]}"};
  until_well.observe("app", ContainerState::exited, 1);
  CHECK(until_well.build("1.28").status.phase == PodPhase::running);
  until_well.observe("app", ContainerState::exited, 0);
  CHECK(until_well.build("1.28").status.phase == PodPhase::succeeded);
  CHECK(conditions_of(until_well.build("1.28").status) ==
        "Initialized=True:PodCompleted Ready=False:PodCompleted ContainersReady=False:PodCompleted PodScheduled=True");
}

TEST_CASE("with restart rules the containers decide for themselves") {
  ReportedPod reported{
      "{'restartPolicy': 'Never', 'containers': [{'name': 'app', 'image': 'a:1', 'restartPolicy': 'Never',"
      " 'restartPolicyRules': [{'action': 'Restart', 'exitCodes': {'operator': 'In', 'values': [42]}}]}]}"};
  reported.observe("app", ContainerState::exited, 42);
  CHECK(reported.build("1.33").status.phase == PodPhase::failed);
  CHECK(reported.build("1.35").status.phase == PodPhase::running);
}

TEST_CASE("a failed init container fails a pod that does not restart") {
  ReportedPod reported{
      "{'restartPolicy': 'Never', 'initContainers': [{'name': 'init', 'image': 'i'}],"
      " 'containers': [{'name': 'app', 'image': 'a'}]}"};
  reported.observe("init", ContainerState::exited, 1);
  CHECK(reported.build("1.28").status.phase == PodPhase::failed);
  CHECK(reported.build("1.35").status.phase == PodPhase::failed);
  CHECK(has_reason(reported, "initialization-failed"));
}

TEST_CASE("a failed pod is not ready since 1.24.2, and says why") {
  ReportedPod reported{never};
  reported.observe("app", ContainerState::exited, 1);
  CHECK(conditions_of(reported.build("1.24.1").status) ==
        "Initialized=True Ready=False:ContainersNotReady ContainersReady=False:ContainersNotReady PodScheduled=True");
  CHECK(conditions_of(reported.build("1.25").status) ==
        "Initialized=True Ready=False:PodFailed ContainersReady=False:PodFailed PodScheduled=True");
}

TEST_CASE("a deadline fails the pod; up to 1.21 nothing else is said") {
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::running);
  reported.eviction = Eviction{"DeadlineExceeded", "too long"};
  const api::PodStatus before = reported.build("1.21").status;
  CHECK(before.phase == PodPhase::failed);
  CHECK(before.conditions.empty());
  CHECK(before.host_ip.empty());
  const api::PodStatus since = reported.build("1.22").status;
  CHECK(since.reason == "DeadlineExceeded");
  CHECK(since.conditions.size() == 4);
}

TEST_CASE("a terminal phase stays, and so do reason and message since 1.22") {
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::running);
  reported.pod.status.phase = PodPhase::failed;
  reported.pod.status.reason = "Evicted";
  CHECK(reported.build("1.19").status.phase == PodPhase::failed);
  CHECK(reported.build("1.19").status.reason.empty());
  CHECK(reported.build("1.28").status.phase == PodPhase::failed);
  CHECK(reported.build("1.28").status.reason == "Evicted");
  CHECK(has_reason(reported, "terminal-phase-kept"));
}

TEST_CASE("a readiness gate must be True") {
  ReportedPod reported{
      "{'containers': [{'name': 'app', 'image': 'a'}], 'readinessGates': [{'conditionType': 'example.com/gate'}]}"};
  reported.observe("app", ContainerState::running);
  CHECK(api::find_condition(reported.build("1.28").status, "Ready")->message ==
        "corresponding condition of pod readiness gate \"example.com/gate\" does not exist.");
  api::PodCondition gate;
  gate.type = "example.com/gate";
  gate.status = "False";
  reported.pod.status.conditions = {gate};
  CHECK(api::find_condition(reported.build("1.28").status, "Ready")->message ==
        "the status of pod readiness gate \"example.com/gate\" is not \"True\", but False");
  CHECK(api::find_condition(reported.build("1.11").status, "Ready")->status == "True");
  reported.pod.status.conditions.front().status = "True";
  CHECK(conditions_of(reported.build("1.28").status) ==
        "example.com/gate=True Initialized=True Ready=True ContainersReady=True PodScheduled=True");
}

TEST_CASE("messages name the containers that keep a pod from being ready") {
  ReportedPod reported{
      "{'initContainers': [{'name': 'i1', 'image': 'i'}, {'name': 'i2', 'image': 'i'}],"
      " 'containers': [{'name': 'b', 'image': 'x'}, {'name': 'a', 'image': 'x'}]}"};
  const api::PodStatus status = reported.build("1.28").status;
  CHECK(api::find_condition(status, "Ready")->message == "containers with unready status: [b a]");
  CHECK(api::find_condition(status, "Initialized")->message == "containers with incomplete status: [i1 i2]");
  CHECK(status.container_statuses.at(0).name == "a");
}

TEST_CASE("a probed container is ready by its probe, and is probed at once while it is not") {
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::running);
  reported.probes.readiness_workers.insert("app");
  const BuiltStatus unprobed = reported.build("1.28");
  CHECK_FALSE(unprobed.status.container_statuses.at(0).ready);
  CHECK(unprobed.probe_readiness_of == std::vector<std::string>{"app"});
  CHECK(reported.build("1.20").probe_readiness_of.empty());
  reported.probes.readiness_results["app-0"] = ProbeResult::success;
  CHECK(reported.build("1.28").status.container_statuses.at(0).ready);
  CHECK(reported.build("1.28").probe_readiness_of.empty());
}

TEST_CASE("a container with a startup probe has started when the probe says so") {
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::running);
  reported.probes.startup_workers.insert("app");
  CHECK(reported.build("1.28").status.container_statuses.at(0).started == false);
  CHECK_FALSE(reported.build("1.28").status.container_statuses.at(0).ready);
  reported.probes.startup_results["app-0"] = ProbeResult::success;
  CHECK(reported.build("1.28").status.container_statuses.at(0).started == true);
}

TEST_CASE("since 1.35 a ready container stays ready across a restart of the kubelet") {
  ReportedPod reported{
      "{'containers': [{'name': 'app', 'image': 'a', 'readinessProbe': {'exec': {'command': ['x']}}}]}"};
  reported.observe("app", ContainerState::running);
  reported.probes.readiness_workers.insert("app");
  reported.kubelet_started_at = reported.observed.containers.front().started_at + std::chrono::hours{1};
  api::PodCondition ready;
  ready.type = "Ready";
  ready.status = "True";
  reported.pod.status.conditions = {ready};
  CHECK_FALSE(reported.build("1.34").status.container_statuses.at(0).ready);
  CHECK(reported.build("1.35").status.container_statuses.at(0).ready);
  const release::FeatureGates as_before{{"ChangeContainerStatusOnKubeletRestart", true}};
  CHECK_FALSE(reported.build("1.35.0", as_before).status.container_statuses.at(0).ready);
  reported.pod.status.conditions.front().status = "False";
  CHECK_FALSE(reported.build("1.35").status.container_statuses.at(0).ready);
  reported.pod.status.conditions.front().status = "True";
  reported.probes.readiness_results["app-0"] = ProbeResult::failure;
  CHECK_FALSE(reported.build("1.35").status.container_statuses.at(0).ready);
}

TEST_CASE("from 1.35 on a restart of all containers does not take their restart counts and ends away") {
  ReportedPod reported{one_container};
  StateTerminated end;
  end.exit_code = 3;
  api::ContainerStatus before = ReportedPod::reported("app", end);
  before.restart_count = 4;
  before.container_id = "containerd://gone";
  reported.pod.status.container_statuses = {before};
  reported.observe("app", ContainerState::running);
  const api::ContainerStatus kept = reported.build("1.36").status.container_statuses.at(0);
  CHECK(kept.restart_count >= 4);
  CHECK(end_reason(kept.last_state) != "has not ended");
  CHECK(reported.build("1.34").status.container_statuses.at(0).restart_count == 0);
  reported.observed.containers.clear();
  reported.observe("app", ContainerState::exited, 1);
  CHECK(reported.build("1.36").status.container_statuses.at(0).restart_count == 4);
}

TEST_CASE("a sidecar counts for readiness, and keeps the pod Pending until something has started") {
  ReportedPod reported{with_sidecar};
  reported.observe("side", ContainerState::running);
  const api::PodStatus status = reported.build("1.29").status;
  CHECK(status.phase == PodPhase::pending);
  CHECK(status.init_container_statuses.at(0).ready);
  CHECK(api::find_condition(status, "Initialized")->status == "True");
  CHECK(api::find_condition(status, "Ready")->message == "containers with unready status: [app]");
  reported.observe("app", ContainerState::running);
  CHECK(reported.build("1.29").status.phase == PodPhase::running);
  CHECK(conditions_of(reported.build("1.29").status).find("Ready=True ContainersReady=True") != std::string::npos);
}

TEST_CASE("a pod that has no usable sandbox is not ready to start containers") {
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::exited, 1);
  reported.observed.sandboxes.front().state = runtime::SandboxState::not_ready;
  CHECK(api::find_condition(reported.build("1.29").status, "PodReadyToStartContainers")->status == "False");
}

TEST_CASE("since 1.37 a pod that is not ready to start containers says why, as far as the text is known") {
  const auto reported_in = [](ReportedPod& reported, const char* kubelet) {
    const api::PodStatus status = reported.build(kubelet).status;
    const api::PodCondition* condition = api::find_condition(status, "PodReadyToStartContainers");
    return fmt::format("{} {}: {}", condition->status.view(), condition->reason.view(), condition->message.view());
  };
  ReportedPod reported{one_container};
  reported.observe("app", ContainerState::exited, 1);
  CHECK(reported_in(reported, "1.37.0") == "True : ");
  reported.observed.sandboxes.front().ip = "";
  CHECK(reported_in(reported, "1.36.3") == "False : ");
  CHECK(reported_in(reported, "1.37.0") == "False PodSandboxNotReady: pod sandbox has no IP address");
  reported.observed.sandboxes.front().state = runtime::SandboxState::not_ready;
  CHECK(reported_in(reported, "1.37.0") == "False PodSandboxNotReady: ");
  reported.observed.sandboxes.clear();
  CHECK(reported_in(reported, "1.37.0") == "False PodSandboxNotReady: no pod sandbox exists");
}

TEST_CASE("addresses: the pod's, the node's, and a host-network pod's") {
  ReportedPod reported{"{'hostNetwork': true, 'containers': [{'name': 'app', 'image': 'a'}]}"};
  reported.node_ips = {"192.168.0.1", "fd00::1"};
  const api::PodStatus status = reported.build("1.30").status;
  CHECK(status.host_ip == "192.168.0.1");
  CHECK(status.host_ips == api::IpList{"192.168.0.1", "fd00::1"});
  CHECK(status.pod_ips == api::IpList{"192.168.0.1", "fd00::1"});
  CHECK(reported.build("1.27").status.host_ips.empty());
  CHECK(reported.build("1.15").status.pod_ip == "192.168.0.1");
  CHECK(reported.build("1.15").status.pod_ips.empty());
  ReportedPod dual{one_container};
  dual.observed.ips = {"fd00::2", "10.0.0.2", "10.0.0.3"};
  CHECK(dual.build("1.28").status.pod_ips == api::IpList{"10.0.0.2", "fd00::2"});
  CHECK(dual.build("1.19").status.pod_ip == "fd00::2");
}

TEST_CASE("a restart of all containers is told while it is under way") {
  ReportedPod reported{
      "{'containers': [{'name': 'app', 'image': 'a', 'restartPolicy': 'Never', 'restartPolicyRules': [{'action':"
      " 'RestartAllContainers', 'exitCodes': {'operator': 'In', 'values': [9]}}]}]}"};
  reported.pod.status.container_statuses = {ReportedPod::reported("app", StateRunning{})};
  reported.restart_of_all = RestartOfAll::under_way;
  const api::PodStatus status = reported.build("1.36").status;
  CHECK(api::find_condition(status, "AllContainersRestarting")->status == "True");
  CHECK(waiting_reason(status.container_statuses.at(0)) == "RestartingAllContainers");
  CHECK(status.container_statuses.at(0).restart_count == 1);
  CHECK(status.phase == PodPhase::running);
  reported.restart_of_all = RestartOfAll::none;
  CHECK(api::find_condition(reported.build("1.36").status, "AllContainersRestarting")->status == "False");
  CHECK(api::find_condition(reported.build("1.34").status, "AllContainersRestarting") == nullptr);
}

TEST_CASE("since 1.34 statuses name the generation that they describe") {
  ReportedPod reported{one_container};
  reported.pod.metadata.generation = 2;
  CHECK(reported.build("1.33").status.observed_generation == 0);
  CHECK(reported.build("1.33.0", {{"PodObservedGenerationTracking", true}}).status.observed_generation == 2);
  const api::PodStatus status = reported.build("1.34").status;
  CHECK(status.observed_generation == 2);
  CHECK(status.conditions.front().observed_generation == 2);
}

TEST_CASE("since 1.35 the end that was reported last stays where the runtime has forgotten that instance") {
  ReportedPod reported{one_container};
  StateTerminated end;
  end.exit_code = 5;
  const memory::Text id = reported.observe("app", ContainerState::running).id;
  api::ContainerStatus before = ReportedPod::reported("app", api::StateRunning{});
  before.container_id = api_container_id(id);
  before.last_state = end;
  reported.pod.status.container_statuses = {before};
  const auto last_exit = [&reported](const char* release) {
    const api::ContainerStatus status = reported.build(release).status.container_statuses.at(0);
    const auto* last = std::get_if<StateTerminated>(&status.last_state);
    return last == nullptr ? -1 : last->exit_code;
  };
  CHECK(last_exit("1.36") == 5);
  CHECK(last_exit("1.34") == -1);
}

}  // namespace podreel::kubelet
