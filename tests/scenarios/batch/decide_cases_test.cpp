#include "scenarios/batch/decide_cases.hpp"

#include <doctest/doctest.h>

#include "tests/support/kubelet_label.hpp"

namespace podreel::batch {

namespace {

constexpr const char* situation_text = R"({"id": 7, "note": "app has failed",
  "pod": {"metadata": {"name": "web", "uid": "u1"}, "spec": {"containers": [{"name": "app", "image": "busybox"}]}},
  "status": {"ips": ["10.0.0.1"],
    "sandboxes": [{"id": "sb", "state": "READY", "createdAt": 1, "attempt": 2, "ip": "10.0.0.1", "hostNetwork": false}],
    "containers": [{"id": "b", "name": "app", "state": "running", "exitCode": 0, "createdAt": 1, "startedAt": 2,
                    "finishedAt": 0, "restartCount": 3, "reason": "", "hash": "stale"}]},
  "liveness": {"b": "failure"}, "startup": {"b": "success"}})";

Decider kubelet(const std::string& label) {
  return {testing::behaviour_of_label(label),
          std::make_shared<decide::HashPolicy>([](const api::Container&) { return 1u; })};
}

DecideCase read_case(const std::string& text) {
  std::vector<api::Problem> problems;
  std::optional<DecideCase> situation = read_line(text, "cases.jsonl", 3, problems, decide_case_from);
  REQUIRE(situation);
  CHECK(problems.empty());
  return *std::move(situation);
}

/// What is wrong with a line; `from` in the good one is replaced by `to`.
std::string problem(const std::string& from, const std::string& to) {
  std::string text = situation_text;
  const std::size_t position = text.find(from);
  REQUIRE(position != std::string::npos);
  text.replace(position, from.size(), to);
  std::vector<api::Problem> problems;
  CHECK_FALSE(read_line(text, "cases.jsonl", 3, problems, decide_case_from));
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().file == "cases.jsonl");
  CHECK(problems.front().mark.line == 3);
  std::string message = problems.front().message;
  if (message.ends_with(" (case 7)")) message.resize(message.rfind(" (case"));
  return problems.front().path + " " + message;
}

}  // namespace

TEST_CASE("a case is read as it is recorded, and answered in the recorded shape") {
  const DecideCase situation = read_case(situation_text);
  CHECK(situation.id == 7);
  CHECK(situation.note == "app has failed");
  CHECK(to_json(decide_case(situation, kubelet("1.30"))).dump() ==
        R"({"killPod":false,"createSandbox":false,"sandboxID":"sb","attempt":2,"initContainersToStart":[],)"
        R"("containersToStart":[0],"ephemeralContainersToStart":[],"containersToKill":[{"id":"b","name":"app",)"
        R"("message":"Container app definition changed, will be restarted","reason":""}]})");
}

TEST_CASE("the answer of 1.7 has a shape of its own") {
  CHECK(
      to_json(decide_case(read_case(situation_text), kubelet("1.7"))).dump() ==
      R"({"createSandbox":false,"sandboxID":"sb","attempt":2,"containersToStart":{"0":)"
      R"("Pod \"web\" container \"app\" hash changed (3735928558 vs 1), it will be killed and re-created."},)"
      R"("containersToKeep":{},"containersToKill":[{"id":"b","name":"app","message":)"
      R"("Pod \"web\" container \"app\" hash changed (3735928558 vs 1), it will be killed and re-created.","reason":""}],)"
      R"("initFailed":false,"initContainersToKeep":{},"nextInit":[],"nextInitFailedStatus":"","nextInitDone":true})");
}

TEST_CASE("a panic is an answer") {
  std::string text = situation_text;
  text.replace(text.find("\"ip\": \"10.0.0.1\""), 16, "\"ip\": null");
  CHECK(to_json(decide_case(read_case(text), kubelet("1.20"))).dump() ==
        R"({"panic":"runtime error: invalid memory address or nil pointer dereference"})");
}

TEST_CASE("kills are written in the order of container ids") {
  decide::PodActions actions;
  actions.containers_to_kill = {{"b", "x", "", ""}, {"a", "y", "", ""}};
  const nlohmann::ordered_json json = to_json(Decided(actions));
  CHECK(json["containersToKill"][0]["id"] == "a");
  CHECK(json["containersToKill"][1]["id"] == "b");
}

TEST_CASE("resets and resizes are written where there are any") {
  decide::PodActions actions;
  CHECK_FALSE(to_json(Decided(actions)).contains("containersToReset"));
  actions.containers_to_reset = {{"a", "x", true}};
  actions.containers_to_resize = {{1, api::ContainerKind::init, "b"}, {0, api::ContainerKind::regular, "c"}};
  const nlohmann::ordered_json json = to_json(Decided(actions));
  CHECK(json["containersToReset"].dump() == R"([{"id":"a","name":"x","kill":true}])");
  CHECK(json["containersToResize"].dump() == R"([{"id":"b","initContainer":1},{"id":"c","container":0}])");
}

TEST_CASE("what recordings leave out is what they would say") {
  const DecideCase situation =
      read_case(R"({"pod": {"metadata": {"name": "web", "namespace": "shop"}, "spec": {"containers":
    [{"name": "app"}]}}, "status": {"sandboxes": [{"id": "sb", "state": "READY"}],
    "containers": [{"id": "a", "name": "app", "state": "running"}]}})");
  CHECK(situation.id == "shop/web");
  CHECK(situation.observed.hashes == std::vector<HashMark>{HashMark::current});
  CHECK_FALSE(situation.observed.status.sandboxes.front().ip);
}

TEST_CASE("ids and statuses that fit nothing are met as a kubelet meets them") {
  std::string text = situation_text;
  text.replace(text.find("\"liveness\": {\"b\""), 16, "\"liveness\": {\"nobody\"");
  text.replace(text.find("\"hash\": \"stale\""), 15, "\"hash\": 1");
  text.replace(text.find("\"containers\": [{\"id\""), 20,
               "\"containers\": [{\"id\": \"b\", \"name\": \"ghost\", \"state\": \"running\"}, {\"id\"");
  CHECK(std::get<decide::PodActions>(decide_case(read_case(text), kubelet("1.30"))).containers_to_kill.empty());
}

TEST_CASE("what is wrong with a line is said with its place") {
  CHECK(problem("\"READY\"", "\"READ\"") == "status.sandboxes[0].state is \"READ\": expected READY or NOTREADY");
  CHECK(problem("\"running\"", "\"runing\"") ==
        "status.containers[0].state is \"runing\": expected created, running, exited or unknown");
  CHECK(problem("\"stale\"", "\"old\"") == "status.containers[0].hash is \"old\": expected current, stale or a number");
  CHECK(problem("\"stale\"", "-4") == "status.containers[0].hash is -4: expected current, stale or a number");
  CHECK(problem("\"failure\"", "\"failed\"") == "liveness.b is \"failed\": expected success, failure or unknown");
  CHECK(problem("{\"b\": \"success\"}", "[]") == "startup is []: expected an object from container ids to results");
  CHECK(problem("\"exitCode\": 0", "\"exitCode\": 3000000000") ==
        "status.containers[0].exitCode is 3000000000: expected an integer of 32 bits");
  CHECK(problem("\"exitCode\": 0", "\"exitCode\": \"0\"") ==
        "status.containers[0].exitCode is \"0\": expected an integer of 32 bits");
  CHECK(problem("\"attempt\": 2", "\"attempt\": -1") ==
        "status.sandboxes[0].attempt is -1: expected a number from 0 to 4294967295");
  CHECK(problem("\"hostNetwork\": false", "\"hostNetwork\": 0") ==
        "status.sandboxes[0].hostNetwork is 0: expected true or false");
  CHECK(problem("\"name\": \"app\", \"state\"", "\"state\"") == "status.containers[0].name is missing");
  CHECK(problem("[\"10.0.0.1\"]", "7") == "status.ips is 7: expected a list");
  CHECK(problem("\"id\": 7", "\"id\": {}") == "id is {}: expected a number or a string");
  CHECK(problem("\"note\": \"app has failed\"", "\"note\": []") == "note is []: expected a string");
  CHECK(problem("\"pod\": {", "\"pod\": 1, \"more\": {") == "pod is 1: expected a Pod");
  CHECK(problem("\"containers\": [{\"name\": \"app\", \"image\"", "\"containers\": [{\"name\": 1, \"image\"") ==
        "pod.spec.containers[0].name found 1; accepted: a string");
  CHECK(problem("\"liveness\":", "liveness:").starts_with(" parse error"));
}

TEST_CASE("what is wrong with a line is said with the case's id") {
  const auto message = [](const char* line) {
    std::vector<api::Problem> problems;
    CHECK_FALSE(read_line(line, "cases.jsonl", 1, problems, decide_case_from));
    return problems.at(0).message;
  };
  CHECK(message(R"({"id": 7})") == "is missing (case 7)");
  CHECK(message(R"({"id": "web"})") == "is missing (case \"web\")");
  CHECK(message(R"({"id": [], "pod": 1})") == "is 1: expected a Pod");
  CHECK(message("[]") == "is []: expected an object");
}

TEST_CASE("a live pod's own status says what the runtime has") {
  const DecideCase situation = read_case(R"({"pod": {"metadata": {"name": "web"}, "spec": {"restartPolicy": "Never",
    "initContainers": [{"name": "init"}], "containers": [{"name": "app", "startupProbe": {}}, {"name": "new"}]},
    "status": {"phase": "Running", "podIP": "10.0.0.2",
      "initContainerStatuses": [{"name": "init", "containerID": "containerd://i0",
        "state": {"terminated": {"exitCode": 0, "reason": "Completed", "containerID": "containerd://i0"}}}],
      "containerStatuses": [
        {"name": "app", "containerID": "containerd://a1", "restartCount": 1, "started": true,
         "state": {"running": {"startedAt": "2023-11-14T22:13:20Z"}},
         "lastState": {"terminated": {"exitCode": 137, "reason": "OOMKilled", "containerID": "containerd://a0"}}},
        {"name": "new", "state": {"waiting": {"reason": "CrashLoopBackOff"}},
         "lastState": {"terminated": {"exitCode": 3, "containerID": "containerd://n4"}}}]}}})");
  const runtime::PodStatus& status = situation.observed.status;
  REQUIRE(status.containers.size() == 4);
  CHECK(status.find("app")->id == "a1");
  CHECK(status.find("app")->state == runtime::ContainerState::running);
  CHECK(status.find("app")->restart_count == 1);
  CHECK(status.containers[1].id == "a0");
  CHECK(status.containers[1].reason == "OOMKilled");
  CHECK(status.find("new")->state == runtime::ContainerState::exited);
  CHECK(status.find("new")->exit_code == 3);
  CHECK(status.find("init")->id == "i0");
  CHECK(status.ips == api::IpList{"10.0.0.2"});
  REQUIRE(status.sandboxes.size() == 1);
  CHECK(status.sandboxes.front().state == runtime::SandboxState::ready);
  CHECK(situation.startup.at("a1") == decide::ProbeResult::success);
  CHECK(std::get<decide::PodActions>(decide_case(situation, kubelet("1.30"))).containers_to_start.empty());
}

namespace {

/// Of a pod of one container, with this status.
DecideCase live_case(const std::string& status, const std::string& node = R"("nodeName": "n1", )") {
  return read_case(R"({"pod": {"metadata": {"name": "web"}, "spec": {)" + node +
                   R"("containers": [{"name": "app", "image": "a:1"}]}, "status": )" + status + "}}");
}

decide::PodActions actions_of(const DecideCase& situation) {
  return std::get<decide::PodActions>(decide_case(situation, kubelet("1.26")));
}

}  // namespace

TEST_CASE("a pod whose image cannot be pulled keeps its sandbox, which its status does not show") {
  const DecideCase pulling = live_case(R"({"phase": "Pending", "podIP": "10.0.0.2", "containerStatuses": [
    {"name": "app", "image": "a:1", "state": {"waiting": {"reason": "ImagePullBackOff"}}}]})");
  CHECK_FALSE(actions_of(pulling).kill_pod);
  CHECK(actions_of(pulling).containers_to_start.size() == 1);
  CHECK(pulling.observed.assumed ==
        std::vector<std::string>{"the last pull of a:1 failed; the next one waits for its back-off, at most 5m",
                                 "its sandbox is assumed to be ready, because the status does not show otherwise"});
}

TEST_CASE("a container in back-off is to be started, and the end of the back-off is reported") {
  const DecideCase crashing = live_case(R"({"phase": "Running", "podIP": "10.0.0.2", "containerStatuses": [
    {"name": "app", "containerID": "containerd://a1",
     "state": {"waiting": {"reason": "CrashLoopBackOff", "message": "back-off 1m20s restarting failed container=app"}},
     "lastState": {"terminated": {"exitCode": 1, "finishedAt": "2026-11-20T10:04:00Z"}}}]})");
  CHECK_FALSE(actions_of(crashing).create_sandbox);
  CHECK(crashing.observed.assumed.front() == "app is in back-off until 2026-11-20T10:05:20Z, 1m20s after its exit");
}

TEST_CASE("the sandbox of a pod that has ended is taken for stopped") {
  const DecideCase ended = live_case(R"({"phase": "Succeeded", "podIP": "10.0.0.2", "containerStatuses": [
    {"name": "app", "containerID": "containerd://a1", "state": {"terminated": {"exitCode": 0}}}]})");
  CHECK(ended.observed.status.sandboxes.at(0).state == runtime::SandboxState::not_ready);
  CHECK(ended.observed.assumed ==
        std::vector<std::string>{"its sandbox is assumed to be stopped, because the pod has ended"});
}

TEST_CASE("a pod that no kubelet has is asked about all the same, and that is said") {
  const DecideCase unscheduled = live_case(R"({"phase": "Pending"})", "");
  CHECK(actions_of(unscheduled).create_sandbox);
  CHECK(unscheduled.observed.assumed ==
        std::vector<std::string>{
            "no kubelet runs the pod, because spec.nodeName is empty; this is what a kubelet would do"});
}

TEST_CASE("a pod that was never started has no sandbox") {
  const DecideCase situation =
      read_case(R"({"pod": {"metadata": {"name": "web"}, "spec": {"containers": [{"name": "app"}]},
    "status": {"phase": "Pending", "containerStatuses": [{"name": "app", "state": {"waiting": {}}}]}}})");
  CHECK(situation.observed.status.sandboxes.empty());
  CHECK(std::get<decide::PodActions>(decide_case(situation, kubelet("1.30"))).create_sandbox);
}

TEST_CASE("where the pod says whether its sandbox is ready, that counts") {
  const auto sandbox_state = [](const std::string& condition) {
    return read_case(
               R"({"pod": {"metadata": {"name": "web"}, "spec": {"hostNetwork": true, "containers": [{"name": "app"}]},
      "status": {"podIPs": [{"ip": "10.0.0.3"}], "conditions": [)" +
               condition + R"(],
      "containerStatuses": [{"name": "app", "containerID": "containerd://a", "state": {"terminated": {"exitCode": 1}}}]}}})")
        .observed.status.sandboxes.at(0)
        .state;
  };
  CHECK(sandbox_state("") == runtime::SandboxState::ready);
  CHECK(sandbox_state(R"({"type": "PodReadyToStartContainers", "status": "True"})") == runtime::SandboxState::ready);
  CHECK(sandbox_state(R"({"type": "PodHasNetwork", "status": "True"})") == runtime::SandboxState::ready);
  CHECK(sandbox_state(R"({"type": "PodReadyToStartContainers", "status": "False"})") ==
        runtime::SandboxState::not_ready);
}

TEST_CASE("null among texts is an empty text, as Go reads it; a number beyond 64 bits with a sign is none") {
  const DecideCase situation = read_case(
      R"({"pod": {"metadata": {"name": "web"}, "spec": {"containers": [{"name": "app", "command": [null, "x"]}]}}})");
  CHECK(situation.pod.spec->containers.at(0).command == std::vector<std::string>{"", "x"});
  std::vector<api::Problem> problems;
  CHECK_FALSE(read_line(R"({"pod": {"metadata": {"name": "web"}, "spec": {"terminationGracePeriodSeconds":
      18446744073709551615, "containers": [{"name": "app"}]}}})",
                        "cases.jsonl", 1, problems, decide_case_from));
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().path == "pod.spec.terminationGracePeriodSeconds");
}

TEST_CASE("a decision of the user's own is asked instead") {
  struct CountingPolicy final : decide::Policy {
    [[nodiscard]] std::uint64_t hash_container(const api::Container& /*container*/) const override { return 1; }
    [[nodiscard]] std::optional<decide::Panic> decide(decide::PodActions& actions, const decide::Observed& observed,
                                                      decide::Reasons* /*reasons*/) const override {
      actions = {};
      actions.attempt = static_cast<std::uint32_t>(observed.pod.spec->containers.size());
      return std::nullopt;
    }
  };
  const Decider decider{testing::behaviour_of_label("1.30"), std::make_shared<CountingPolicy>()};
  CHECK(std::get<decide::PodActions>(decide_case(read_case(situation_text), decider)).attempt == 1);
}

}  // namespace podreel::batch
