// Scenarios that the evidence about a pod is turned into, before a search.
#include "scenarios/reproduce/draft/draft.hpp"

#include <algorithm>
#include <doctest/doctest.h>

#include "scenarios/reproduce/read/read.hpp"

namespace podreel::reproduce {

namespace {

struct Drafted {
  std::string explanation;
  bool is_guess = false;
  std::vector<std::string> assumptions;
  std::vector<std::string> open;
  /// spec of the scenario, with the likely values.
  nlohmann::ordered_json spec;

  [[nodiscard]] bool assumes(std::string_view sentence) const {
    return std::ranges::find(assumptions, sentence) != assumptions.end();
  }
  [[nodiscard]] bool opens(std::string_view name) const { return std::ranges::find(open, name) != open.end(); }
  /// The pod's spec.
  [[nodiscard]] const nlohmann::ordered_json& pod() const {
    for (const auto& step : spec["timeline"]) {
      if (step.contains("createPod")) return step["createPod"]["spec"];
    }
    FAIL("no pod is created");
    return spec;
  }
};

std::vector<Drafted> drafted(std::string_view text) {
  Evidence evidence;
  read_paste(text, evidence);
  merge_evidence(evidence);
  REQUIRE_FALSE(evidence.pods.empty());
  std::vector<Drafted> all;
  for (const Draft& draft : drafts_of(evidence.pods.front(), release::parse_release("1.30").value())) {
    std::vector<double> values;
    Drafted& each = all.emplace_back(Drafted{draft.explanation, draft.is_guess, draft.assumptions, {}, {}});
    for (const SearchParameter& parameter : draft.parameters) {
      values.push_back(parameter.value);
      each.open.push_back(parameter.name);
      CHECK(parameter.minimum <= parameter.value);
      CHECK(parameter.value <= parameter.maximum);
    }
    each.spec = scenario_of({planned(draft, values)}, "web", "")["spec"];
  }
  return all;
}

Drafted first_draft(std::string_view text) {
  return drafted(text).front();
}

std::vector<std::string> explanations(std::string_view text) {
  std::vector<std::string> all;
  for (const Drafted& draft : drafted(text)) all.push_back(draft.explanation);
  return all;
}

const std::string header = "NAME    READY   STATUS   RESTARTS   AGE\n";

}  // namespace

TEST_CASE("a pod that has exceeded its deadline has one, by its status, its row or its event") {
  const Drafted described = first_draft(
      "Name: web-0\nNamespace: shop\nStatus: Failed\nReason: DeadlineExceeded\nContainers:\n  app:\n    State: "
      "Running\n");
  CHECK(described.explanation == "the pod has exceeded its activeDeadlineSeconds");
  CHECK(described.pod()["activeDeadlineSeconds"] == 54);
  CHECK(described.pod()["terminationGracePeriodSeconds"] == 300);
  CHECK(described.spec["runtime"]["pods"][0]["containers"][0]["runs"].dump() ==
        R"([{"for":"forever","onTerm":"ignore"}])");
  CHECK(described.assumes("app ignores SIGTERM, and its grace period ends after the paste"));

  const Drafted row = first_draft(header + "web-0   0/1     DeadlineExceeded   0          5m\n");
  CHECK(row.explanation == "the pod has exceeded its activeDeadlineSeconds");
  CHECK(row.pod()["activeDeadlineSeconds"] == 324);
  CHECK_FALSE(row.pod().contains("terminationGracePeriodSeconds"));

  const Drafted event = first_draft(
      "  Normal  Started           60s  kubelet  Started container app\n"
      "  Normal  DeadlineExceeded  20s  kubelet  Pod was active on the node longer than the specified deadline\n");
  CHECK(event.explanation == "the pod has exceeded its activeDeadlineSeconds");
  CHECK(event.opens("activeDeadlineSeconds"));
}

TEST_CASE("the keys of a log line are no part of a failure's message") {
  const Drafted draft = first_draft(
      R"~(E0707 12:00:01.250000 7 pod_workers.go:1300] "Error syncing pod, skipping" err="failed to \"CreatePodSandbox\" )~"
      R"~(for \"web_shop(7)\" with CreatePodSandboxError: \"Failed to create sandbox for pod \\\"web_shop(7)\\\": no )~"
      R"~(network\"" pod="shop/web" podUID="7")~");
  CHECK(draft.explanation == "no sandbox can be created");
  CHECK(draft.spec["runtime"]["calls"][0]["error"] ==
        R"~(Failed to create sandbox for pod "web_shop(7)": no network)~");
}

TEST_CASE("a failed hook exits as its event says, and with 1 where that is no failure") {
  const auto hook = [](const char* reason, const char* code) {
    return first_draft("  Warning  " + std::string{reason} +
                       "  12s  kubelet  Exec lifecycle hook ([sh -c x]) for Container \"app\" in Pod \"web_shop(7)\" "
                       "failed - error: command 'sh -c x' exited with " +
                       code + ": , message: \"\"\n");
  };
  const Drafted stop = hook("FailedPreStopHook", "3");
  CHECK(stop.explanation == "the pod is deleted");
  CHECK(stop.pod()["containers"][0]["lifecycle"]["preStop"]["exec"]["command"].dump() == R"(["sh","-c","x"])");
  CHECK(stop.spec["runtime"]["pods"][0]["exec"][0]["answers"][0]["exitCode"] == 3);
  const Drafted start = hook("FailedPostStartHook", "3");
  CHECK(start.explanation == "the postStart hook of app fails");
  for (const char* code : {"0", "-1", "x"}) {
    CHECK(hook("FailedPostStartHook", code).spec["runtime"]["pods"][0]["exec"][0]["answers"][0]["exitCode"] == 1);
  }
}

TEST_CASE("sandbox changes alone are a guess of what fails, with both a refused creation and a failing stop") {
  const auto drafts = drafted(
      "  Normal  SandboxChanged  3s (x12 over 2m)  kubelet  Pod sandbox changed, it will be killed and re-created.\n");
  REQUIRE(drafts.size() == 2);
  CHECK(drafts[0].explanation ==
        "no sandbox can be created, and the one that the first attempt left cannot be stopped");
  CHECK(drafts[1].explanation == "no sandbox can be created, and each attempt leaves one that is not ready");
  for (const Drafted& draft : drafts) {
    CHECK(draft.is_guess);
    CHECK(draft.assumes("RunPodSandbox fails; the input does not show why"));
    CHECK(draft.spec["runtime"]["calls"][0]["leavesSandbox"] == true);
    CHECK(draft.spec["runtime"]["calls"][0]["error"] == "failed to setup network for sandbox");
  }
  CHECK(drafts[0].spec["runtime"]["calls"][1]["call"] == "StopPodSandbox");
}

TEST_CASE("sandboxes that change between starts are killed at the times of their events") {
  const std::string changed =
      "  Normal  SandboxChanged  1m (x3 over 5m)  kubelet  Pod sandbox changed, it will be killed and re-created.\n";
  const auto drafts = drafted("  Normal  Started  1m  kubelet  Started container app\n" + changed);
  CHECK(drafts[0].explanation == "an external cause kills the sandbox");
  CHECK_FALSE(drafts[0].is_guess);
  const auto& timeline = drafts[0].spec["timeline"];
  REQUIRE(timeline.size() == 4);
  for (std::size_t step = 1; step < 4; ++step) {
    CHECK(timeline[step]["killSandbox"].dump() == R"({"pod":"pod"})");
  }
  CHECK(drafts[0].assumes("the pod is a minute older than its oldest event"));
  CHECK_FALSE(drafts[0].opens("age"));
  CHECK(timeline[1]["at"] == "1m");

  const auto beside_kills = drafted(
      "  Normal  Started  1m  kubelet  Started container app\n"
      "  Normal  Killing  1m  kubelet  Stopping container app\n" +
      changed);
  REQUIRE(beside_kills.size() >= 2);
  CHECK(beside_kills[0].spec["timeline"][1]["killSandbox"]["killsContainers"] == false);
  CHECK_FALSE(beside_kills[1].spec["timeline"][1]["killSandbox"].contains("killsContainers"));
}

TEST_CASE("two events of changed sandboxes may come from services that restart") {
  const auto drafts = drafted(
      "  Normal  Started         1m  kubelet  Started container app\n"
      "  Normal  SandboxChanged  4m  kubelet  Pod sandbox changed, it will be killed and re-created.\n"
      "  Normal  SandboxChanged  1m  kubelet  Pod sandbox changed, it will be killed and re-created.\n");
  const auto restarts = std::ranges::find(
      drafts, "the node's services restart repeatedly, which kills the sandbox each time", &Drafted::explanation);
  REQUIRE(restarts != drafts.end());
  CHECK(restarts->is_guess);
  const auto& timeline = restarts->spec["timeline"];
  REQUIRE(timeline.size() == 7);
  CHECK(timeline[1].contains("stopKubelet"));
  CHECK(timeline[2].contains("killSandbox"));
  CHECK(timeline[3].contains("startKubelet"));
  const auto completed = std::ranges::find(
      drafts, "the pod has completed, and the kubelet treats its ended sandbox as changed", &Drafted::explanation);
  REQUIRE(completed != drafts.end());
  CHECK(completed->pod()["restartPolicy"] == "OnFailure");
}

TEST_CASE("attempts that time out come before those that are refused") {
  const std::string timed_out =
      "  Warning  FailedCreatePodSandBox  10m (x2 over 14m)  kubelet  Failed to create pod sandbox: rpc error: code = "
      "DeadlineExceeded desc = context deadline exceeded\n";
  const std::string refused =
      "  Warning  FailedCreatePodSandBox  2m (x5 over 6m)  kubelet  Failed to create pod sandbox: rpc error: code = "
      "Unknown desc = failed to reserve sandbox name\n";
  const std::string both = "attempts to create a sandbox time out, and later ones are refused";
  const auto drafts = drafted(timed_out + refused);
  REQUIRE(drafts.size() == 3);
  CHECK(drafts[2].explanation == both);
  CHECK(drafts[2].spec["runtime"]["calls"][0]["from"] == "7m40s");
  CHECK(drafts[2].spec["runtime"]["calls"][1]["takes"] == "4m10s");
  CHECK(drafts[0].spec["runtime"]["calls"][0]["error"] ==
        "rpc error: code = Unknown desc = failed to reserve sandbox name");
  for (const std::string& alone : {timed_out, refused}) {
    const auto all = explanations(alone);
    CHECK(std::ranges::find(all, both) == all.end());
  }
}

TEST_CASE("a sandbox that cannot be stopped has died with the node") {
  const Drafted draft = first_draft(
      "E0707 12:00:01.250000 7 remote_runtime.go:222] \"StopPodSandbox from runtime service failed\" err=\"rpc error: "
      "code = Unknown desc = no cni\" podSandboxID=\"aa\"\n web-0 0/1 Unknown 0 5m\n");
  CHECK(draft.explanation == "the sandbox has died, and the runtime cannot stop it");
  CHECK(draft.spec["runtime"]["calls"].back()["call"] == "StopPodSandbox");
  CHECK(draft.spec["runtime"]["calls"].back()["error"] == "rpc error: code = Unknown desc = no cni");
  CHECK(draft.spec["timeline"][1].dump() == R"({"at":"4m59s","stopKubelet":{"signal":"KILL"}})");
  CHECK(draft.spec["timeline"][2].dump() == R"({"at":"5m","killSandbox":{"pod":"web-0"}})");
  CHECK(draft.spec["timeline"][3].dump() == R"({"at":"5m1s","startKubelet":{}})");
}

TEST_CASE("a network that is not ready is so before the pod, and until the pod's containers start") {
  const std::string event =
      "  Warning  NetworkNotReady  12s (x5 over 1m)  kubelet  network is not ready: container runtime network not "
      "ready: NetworkReady=false reason:NetworkPluginNotReady message:cni plugin not initialized]\n";
  const Drafted draft = first_draft(event);
  CHECK(draft.explanation == "the node's network is not ready");
  CHECK(draft.spec["timeline"][0]["setRuntimeStatus"].dump() ==
        R"({"networkReady":false,"message":"cni plugin not initialized"})");
  CHECK(draft.spec["timeline"][1]["at"] == "15s");
  CHECK(draft.spec["timeline"].size() == 2);
  const Drafted started = first_draft("  Normal  Started  5s  kubelet  Started container app\n" + event);
  CHECK(started.spec["timeline"][2]["setRuntimeStatus"].dump() == R"({"networkReady":true})");
  CHECK(started.opens("network is ready before the paste"));
}

TEST_CASE("init containers run until rows show the next one") {
  const Drafted draft =
      first_draft(header +
                  "web-0  0/1  Init:0/2  0  5s\nweb-0  0/1  Init:1/2  0  20s\nweb-0  0/1  PodInitializing  0  50s\n"
                  "web-0  1/1  Running  0  52s\n");
  CHECK(draft.explanation.empty());
  CHECK(draft.assumes("the init container is named init; the input does not show its name"));
  const auto& containers = draft.spec["runtime"]["pods"][0]["containers"];
  CHECK(containers.dump() == R"([{"name":"init","runs":[{"for":"19s","exitCode":0}]},)"
                             R"({"name":"init-2","runs":[{"for":"29s","exitCode":0}]}])");
  CHECK(explanations(header + "web-0  0/1  Init:1/2  0  20s\n").front() == "the init container init-2 does not end");
}

TEST_CASE("a pull that has begun once and has no end is still going on") {
  const Drafted draft = first_draft("  Normal  Pulling  12s  kubelet  Pulling image \"app:1\"\n");
  CHECK(draft.explanation == "the image of app is still being pulled");
  CHECK(draft.spec["runtime"]["images"][0].dump() == R"({"name":"app:1","present":false,"pull":{"takes":"1m13s"}})");
  CHECK_FALSE(draft.opens("a pull takes"));
  const Drafted twice = first_draft("  Normal  Pulling  12s (x2 over 1m)  kubelet  Pulling image \"app:1\"\n");
  CHECK(twice.explanation.empty());
  CHECK(twice.opens("a pull takes"));
  CHECK(twice.pod()["containers"][0]["imagePullPolicy"] == "Always");
}

TEST_CASE("an image that may not be pulled is missing") {
  const Drafted draft = first_draft(
      "  Warning  ErrImageNeverPull  5s (x10 over 2m)  kubelet  Container image \"app:1\" is not present with pull "
      "policy of Never\n  Warning  Failed  5s (x10 over 2m)  kubelet  Error: ErrImageNeverPull\n");
  CHECK(draft.explanation == "the image of app is missing and its imagePullPolicy is Never");
  CHECK(draft.spec["runtime"]["images"][0].dump() == R"({"name":"app:1","present":false})");
  CHECK(draft.pod()["containers"][0]["imagePullPolicy"] == "Never");
}

TEST_CASE("a container that becomes ready later has a probe that fails until then") {
  const Drafted draft = first_draft(header + "web-0  0/1  Running  0  5m\nweb-0  1/1  Running  0  6m\n");
  CHECK(draft.explanation == "web runs and is not ready");
  CHECK(draft.opens("web becomes ready after"));
  CHECK(draft.spec["runtime"]["pods"][0]["exec"][0]["answers"].dump() ==
        R"([{"exitCode":1},{"exitCode":0,"afterStart":"10s"}])");
  const Drafted never = first_draft(header + "web-0  0/1  Running  0  5m\n");
  CHECK_FALSE(never.opens("web becomes ready after"));
  CHECK(never.spec["runtime"]["pods"][0]["exec"][0]["answers"].dump() == R"([{"exitCode":1}])");
}

TEST_CASE("a state that shows no error has one that is assumed") {
  const Drafted created = first_draft(header + "web-0  0/1  CreateContainerError  0  5m\n");
  CHECK(created.explanation == "the runtime refuses CreateContainer of web");
  CHECK(created.assumes("an error of the runtime about web, which the input does not show"));
  const Drafted started = first_draft(header + "web-0  0/1  RunContainerError  0  5m\n");
  CHECK(started.explanation == "the runtime refuses StartContainer of web");
}

TEST_CASE("a described pod is as old as its last timestamp, and its restarts bound its age") {
  const Drafted described = first_draft(
      "Name:          web-0\nNamespace:     shop\nStart Time:    Tue, 22 May 2018 11:14:22 +0200\nStatus:        "
      "Running\nContainers:\n  web:\n    State:          Running\n      Started:      Tue, 22 May 2018 11:16:36 "
      "+0200\n    Ready: True\n");
  CHECK(described.assumes("the input was pasted soon after its last timestamp"));
  CHECK(described.spec["duration"] == "2m24s");
  CHECK(described.explanation.empty());

  const auto drafts = drafted(
      "E0707 12:00:01.250000 7 pod_workers.go:1300] \"Error syncing pod, skipping\" err=\"failed to "
      "\\\"StartContainer\\\" for \\\"app\\\" with CrashLoopBackOff: \\\"back-off 2m40s restarting failed "
      "container=app "
      "pod=web_shop(7)\\\"\" pod=\"shop/web\" podUID=\"7\"\n");
  CHECK(drafts[0].explanation == "app repeatedly exits by itself");
  CHECK(drafts[0].assumes("the pod is as old as its restarts require; the input does not show its age"));
  CHECK(drafts[0].spec["duration"] == "2m41s");
}

TEST_CASE("a kubelet that starts a pod long after it was scheduled was down") {
  const Drafted draft = first_draft(
      "  Normal  Scheduled  2h   default-scheduler  Successfully assigned shop/web-0 to node-1\n"
      "  Normal  Started    60s  kubelet            Started container app\n");
  CHECK(draft.assumes(
      "the kubelet starts the pod long after it was scheduled, because the node or its kubelet was down"));
  CHECK(draft.spec["duration"] != "2h");
}

TEST_CASE("a creation that has succeeded at last has failed as often as its events say") {
  const Drafted draft = first_draft(
      "  Warning  FailedCreatePodSandBox  60s (x5 over 3m)  kubelet  Failed to create pod sandbox: rpc error: code = "
      "Unknown desc = no cni\n"
      "  Normal   Started                 30s               kubelet  Started container app\n");
  CHECK(draft.explanation == "no sandbox can be created");
  CHECK(draft.spec["runtime"]["calls"][0]["failFirst"] == 5);
  CHECK(draft.opens("tries that fail"));
}

TEST_CASE("an image with an invalid name is not pulled") {
  const Drafted draft = first_draft(header + "web-0   0/1     InvalidImageName   0          5m\n");
  CHECK(draft.explanation == "the image of web has an invalid name");
  CHECK_FALSE(draft.spec["runtime"].contains("images"));
}

TEST_CASE("a container without a name is called as its pod without the suffixes of controllers") {
  const auto name_for = [](const char* pod) {
    const Drafted draft = first_draft(header + pod + "   0/1     Error   0          5m\n");
    return draft.pod()["containers"][0]["name"].get<std::string>();
  };
  CHECK(name_for("web-5d4f8c7b9d-x2x4z") == "web");
  CHECK(name_for("web-0") == "web");
  CHECK(name_for("web-abcdefghijk") == "web-abcdefghijk");
  CHECK(name_for("web-frontend") == "web-frontend");
}

TEST_CASE("a stopped pod whose containers still run is not held by anything else") {
  const std::string killing = "  Normal  Killing  10m  kubelet  Stopping container web\n";
  const auto held = [&killing](const char* row) {
    const auto all = explanations(header + row + killing);
    return std::ranges::any_of(all,
                               [](const std::string& each) { return each.find("finalizer") != std::string::npos; });
  };
  CHECK(held("web-0   0/1     Terminating   0          25m\n"));
  CHECK_FALSE(held("web-0   1/1     Terminating   0          25m\n"));
}

TEST_CASE("answers of a probe change at their times before the paste") {
  Plan plan;
  plan.kubelet = release::parse_release("1.30").value();
  plan.name = "web";
  plan.age = std::chrono::seconds{60};
  AnswerPlan answer{.protocol = "http", .answer = {{"status", 503}}};
  answer.before_paste = std::chrono::seconds{20};
  answer.well_before_paste = std::chrono::seconds{5};
  plan.answers.push_back(std::move(answer));
  const auto document = scenario_of({plan}, "web", "");
  CHECK(document["spec"]["runtime"]["pods"][0]["http"].dump() ==
        R"([{"status":200},{"status":503,"from":"40s"},{"status":200,"from":"55s"}])");
}

TEST_CASE("a missing ConfigMap is removed before the pod") {
  const Drafted draft = first_draft(
      "  Warning  Failed  1s (x8 over 1m)  kubelet  Error: configmap \"settings\" not found\n"
      "  Normal   Pulled  1s (x8 over 1m)  kubelet  Container image \"app:1\" already present on machine\n");
  CHECK(draft.explanation == "the ConfigMap settings is missing");
  CHECK(draft.spec["timeline"][0]["removeConfigMap"]["name"] == "settings");
  CHECK(draft.pod()["containers"][0]["envFrom"][0]["configMapRef"]["name"] == "settings");
}

}  // namespace podreel::reproduce
