#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.hpp"

namespace podreel {

namespace {

using testing::CommandResult;

/// Two situations: a container that runs, and one that has failed in a pod that is being deleted.
constexpr const char* cases =
    R"({"id":1,"pod":{"metadata":{"name":"a"},"spec":{"restartPolicy":"Always","containers":[{"name":"app"}]}},)"
    R"("status":{"sandboxes":[{"id":"sb","state":"READY","ip":"10.0.0.1"}],)"
    R"("containers":[{"id":"app-0","name":"app","state":"running"}]}})"
    "\n"
    R"({"id":2,"pod":{"metadata":{"name":"b","deletionTimestamp":"2023-11-14T22:13:20Z"},"spec":{"containers":)"
    R"([{"name":"app"}]}},"status":{"sandboxes":[{"id":"sb","state":"READY","ip":"10.0.0.1"}],)"
    R"("containers":[{"id":"app-0","name":"app","state":"exited","exitCode":1,"reason":"Error"}]}})"
    "\n";

CommandResult run_decide(std::vector<std::string> arguments, const std::string& input = cases) {
  arguments.insert(arguments.begin(), {"decide", "-f", "-"});
  return testing::run_podreel(arguments, {.standard_input = input});
}

}  // namespace

TEST_CASE("names and ids that the case does not define are reported, and refused with --strict") {
  const std::string line = R"({"id":1,"pod":{"metadata":{"name":"a"},"spec":{"containers":[{"name":"app"}]}},)"
                           R"("status":{"sandboxes":[],"containers":[{"id":"app-0","name":"apps","state":"running"}]},)"
                           R"("liveness":{"app-1":"failure"}})"
                           "\n";
  const std::string name = "-:1:1: status: the container \"apps\" is not in the pod's spec; did you mean \"app\"?\n";
  const std::string id =
      "-:1:1: liveness: the status has no container with the id \"app-1\"; did you mean \"app-0\"?\n";
  const CommandResult result = run_decide({"--kubelet-version", "1.37"}, line);
  CHECK(result.exit_code == 0);
  CHECK(result.err == "warning: " + name + "warning: " + id);
  const std::vector<std::vector<std::string>> modes{{},
                                                    {"--explain"},
                                                    {"-o", "case"},
                                                    {"--against", "1.18"},
                                                    {"--policy", "serialized-spec", "--against-policy", "upstream"}};
  for (const std::vector<std::string>& more : modes) {
    std::vector<std::string> arguments{"--strict", "--kubelet-version", "1.37"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CommandResult refused = run_decide(arguments, line + cases);
    CAPTURE(refused.out);
    CHECK(refused.exit_code == 2);
    CHECK(refused.err == name + id);
  }
}

TEST_CASE("two policies that decide alike differ in no case") {
  const CommandResult result = run_decide({"--policy", "serialized-spec", "--against-policy", "upstream"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "0 of 2 cases with serialized-spec differ from upstream\n");
}

TEST_CASE("a case that two policies decide differently is listed with the rule") {
  // The hash of the container is that of 1.12.
  const CommandResult hash =
      testing::run_podreel({"hash", "-f", "-", "--kubelet-version", "1.12", "-o", "jsonl"},
                           {.standard_input = R"({"name":"app","container":{"name":"app","image":"a:1"}})"});
  REQUIRE(hash.exit_code == 0);
  const std::string hex = nlohmann::json::parse(hash.out).at("hash").at("1.12");
  const std::string recorded =
      R"({"id":"old","pod":{"metadata":{"name":"a"},"spec":{"containers":[{"name":"app","image":"a:1"}]}},)"
      R"("status":{"sandboxes":[{"id":"sb","state":"READY","ip":"10.0.0.1"}],"containers":[{"id":"app-0","name":"app",)"
      R"("state":"running","hash":)" +
      std::to_string(std::stoull(hex, nullptr, 16)) + "}]}}\n";
  const std::vector<std::string> arguments{"--kubelet-version", "1.17",    "--policy", "dual-hash 1.12",
                                           "--against-policy",  "upstream"};
  const CommandResult result = run_decide(arguments, recorded);
  CHECK(result.exit_code == 1);
  CHECK(testing::has(result.out, "1 of 1 case with dual-hash 1.12 differs from upstream\n"));
  CHECK(testing::has(result.out, "dual-hash 1.12: nothing\n"));
  CHECK(testing::has(result.out, "old"));
}

TEST_CASE("decide prints a line for each case") {
  const CommandResult result = run_decide({});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "CASE   ACTIONS\n1      nothing\n2      kill pod\n");
}

TEST_CASE("decide -o jsonl prints what the recordings hold") {
  const CommandResult result = run_decide({"-o", "jsonl", "--kubelet-version", "1.17"});
  CHECK(result.exit_code == 0);
  CHECK(result.out ==
        R"({"id":1,"actions":{"killPod":false,"createSandbox":false,"sandboxID":"sb","attempt":0,)"
        R"("initContainersToStart":[],"containersToStart":[],"ephemeralContainersToStart":[],"containersToKill":[]}})"
        "\n"
        R"({"id":2,"actions":{"killPod":false,"createSandbox":false,"sandboxID":"sb","attempt":0,)"
        R"("initContainersToStart":[],"containersToStart":[0],"ephemeralContainersToStart":[],"containersToKill":[]}})"
        "\n");
}

TEST_CASE("decide --explain says why") {
  const CommandResult result = run_decide({"--explain"});
  CHECK(result.out ==
        "1: nothing\n"
        "  pod: a ready sandbox is kept. (sandbox sb is ready)\n"
        "  app: a running container that matches the spec is kept. (running)\n"
        "2: kill pod\n"
        "  pod: a ready sandbox is kept. (sandbox sb is ready)\n"
        "  app: not restarted: nothing restarts in a pod that is being deleted. (exited 1, Error; restartPolicy "
        "Always; since 1.18.0, kubernetes/kubernetes#88440)\n"
        "  pod: stopped: a pod without a container to keep or to start is stopped. (no container runs or is to be "
        "started)\n");
}

TEST_CASE("decide --against prints where two releases part, and by which rule") {
  const CommandResult result = run_decide({"--kubelet-version", "1.17", "--against", "1.18"});
  CHECK(result.exit_code == 1);
  CHECK(result.out ==
        "2:\n  1.17: start app\n  1.18: kill pod\n  differs because of deleted_pod_restarts_nothing: the regular "
        "containers of a "
        "pod that is being deleted are not restarted (kubernetes/kubernetes#88440)\n");
  CHECK(run_decide({"--kubelet-version", "1.18", "--against", "1.36"}).exit_code == 0);
}

TEST_CASE("decide goes on after a panic, and after a line that is no case") {
  const std::string no_network =
      R"({"id":"n","pod":{"metadata":{"name":"a"},"spec":{"containers":[]}},"status":{"sandboxes":[{"id":"s","state":"READY"}]}})";
  const CommandResult panicked = run_decide({"--kubelet-version", "1.20"}, no_network + "\n" + cases);
  CHECK(panicked.exit_code == 0);
  CHECK(panicked.out.find("n      panics: runtime error: invalid memory address") != std::string::npos);
  CHECK(panicked.out.find("\n2      ") != std::string::npos);
  const CommandResult bad = run_decide({}, std::string("{\"id\":0}\n") + cases);
  CHECK(bad.exit_code == 2);
  CHECK(bad.out == "CASE   ACTIONS\n1      nothing\n2      kill pod\n");
  CHECK(bad.err.find("-:1:1: pod: is missing") != std::string::npos);
}

TEST_CASE("decide takes feature gates as the kubelet does, and says what it does not take") {
  CHECK(
      run_decide({"--kubelet-version", "1.35", "--feature-gates", "SidecarContainers=true,ContainerRestartRules=false"})
          .exit_code == 0);
  const CommandResult wrong = run_decide({"--feature-gates", "SidecarContainers=yes"});
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.err.find("--feature-gates: found \"SidecarContainers=yes\"; accepted: Gate=true or Gate=false") !=
        std::string::npos);
}

TEST_CASE("decide refuses feature gates with which one of its kubelets would not start") {
  const CommandResult unknown = run_decide({"--kubelet-version", "1.30", "--feature-gates", "SidecarContainer=true"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err.find("SidecarContainer: unrecognized feature gate; did you mean \"SidecarContainers\"?") !=
        std::string::npos);
  const CommandResult locked = run_decide({"--kubelet-version", "1.36", "--feature-gates", "SidecarContainers=false"});
  CHECK(locked.exit_code == 2);
  CHECK(locked.err.find("cannot set feature gate SidecarContainers to false, feature is locked to true") !=
        std::string::npos);
  const CommandResult needs =
      run_decide({"--kubelet-version", "1.36", "--feature-gates", "ContainerRestartRules=false"});
  CHECK(needs.exit_code == 2);
  CHECK(needs.err.find("depends on features that are disabled: [ContainerRestartRules]") != std::string::npos);
  const std::vector<std::string> sidecars{"--kubelet-version", "1.29", "--feature-gates", "SidecarContainers=false"};
  CHECK(run_decide(sidecars).exit_code == 0);
  std::vector<std::string> upgraded = sidecars;
  upgraded.insert(upgraded.end(), {"--against", "1.33"});
  CHECK(run_decide(upgraded).exit_code == 2);
}

TEST_CASE("decide says which feature gates it does not model") {
  const CommandResult result = run_decide({"--kubelet-version", "1.33", "--feature-gates", "KubeletPSI=true"});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "warning: --feature-gates: KubeletPSI: without effect: podreel does not model the changes of "
        "this feature gate in kubelet 1.33\n");
}

namespace {

constexpr const char* crashing_pod = R"({apiVersion: v1, kind: Pod, metadata: {name: web, uid: u},
  spec: {nodeName: n1, containers: [{name: app, image: 'app:1'}]},
  status: {phase: Running, podIP: 10.0.0.2, containerStatuses: [{name: app, image: 'app:1', restartCount: 4,
    containerID: 'containerd://a1', state: {waiting: {reason: CrashLoopBackOff,
      message: back-off 1m20s restarting failed container=app}},
    lastState: {terminated: {exitCode: 1, finishedAt: '2026-11-20T10:04:00Z', containerID: 'containerd://a1'}}}]}})";

std::string run_sync(const std::string& input) {
  return testing::run_podreel({"sync", "-f", "-"}, {.standard_input = input}).out;
}

}  // namespace

TEST_CASE("decide -o case prints a pod as a case, which is answered as the pod is") {
  const CommandResult made = run_decide({"-o", "case"}, crashing_pod);
  CHECK(made.exit_code == 0);
  CHECK(made.out.starts_with(R"({"id":"default/web","pod":{)"));
  CHECK(run_decide({"-o", "case"}, made.out).out == made.out);
  const std::string actions = run_decide({"--explain"}, crashing_pod).out;
  CHECK(actions.starts_with("default/web: start app"));
  CHECK(testing::has(actions, run_decide({}, made.out).out.substr(sizeof "CASE          ACTIONS\n" - 1, 11)));
}

TEST_CASE("a line without a status becomes a case with one, and bad lines are reported") {
  const CommandResult made = run_decide(
      {"-o", "case"}, R"({"id":7,"status":null,"pod":{"metadata":{"name":"a"},"spec":{"containers":[{"name":"app"}]}}})"
                      "\n{\"id\":8}\n");
  CHECK(made.exit_code == 2);
  CHECK(testing::has(made.out, R"("status":{"ips":[],"sandboxes":[],"containers":[]})"));
  CHECK(testing::has(made.err, "-:2:1: pod: is missing (case 8)"));
}

TEST_CASE("a case is no answer: it has no reasons, and nothing is held against it") {
  for (const std::vector<std::string>& other :
       {std::vector<std::string>{"--explain"}, std::vector<std::string>{"--against", "1.18"}}) {
    std::vector<std::string> arguments{"-o", "case"};
    arguments.insert(arguments.end(), other.begin(), other.end());
    const CommandResult refused = run_decide(arguments);
    CHECK(refused.exit_code == 2);
    CHECK(testing::has(refused.err, "-o case prints cases instead of answers"));
  }
}

TEST_CASE("sync of a live pod lists its assumptions, and is refused by the pod's back-off, of its case likewise") {
  const std::string answer = run_sync(crashing_pod);
  CHECK(testing::has(answer, R"("error":"CrashLoopBackOff")"));
  CHECK(testing::has(answer, R"("assumed":["app is in back-off until 2026-11-20T10:05:20Z, 1m20s after its exit",)"));
  CHECK(testing::has(answer, "the sync is at 2026-11-20T10:04:00Z, the latest time in the pod's status"));
  CHECK(testing::has(run_sync(run_decide({"-o", "case"}, crashing_pod).out), R"("error":"CrashLoopBackOff")"));
}

}  // namespace podreel
