// What another kubelet does to pods in every state that they may be found in.
#include "engine/upgrade/upgrade_evaluator.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace podreel::upgrade {

namespace {

using nlohmann::json;

/// The effects on a stored pod's containers, step by step: "app restarts, …".
std::vector<std::string> effects(const std::string& pod, const std::vector<std::string>& releases) {
  Path path;
  for (const std::string& release : releases) path.releases.push_back(release::parse_release(release).value());
  std::vector<std::string> texts;
  for (const std::vector<ContainerForecast>& pod_forecasts :
       UpgradeEvaluator{path}.evaluate({json::parse(pod), {}, "", ""}, "pods.json")) {
    std::string& text = texts.emplace_back();
    for (const ContainerForecast& pod_forecast : pod_forecasts) {
      text += (text.empty() ? "" : "; ") + std::string{pod_forecast.container} + " " +
              std::string{to_string(pod_forecast.effect)};
    }
  }
  return texts;
}

using Texts = std::vector<std::string>;

std::string pod(const std::string& containers, const std::string& status, const std::string& metadata = "") {
  return R"({"kind": "Pod", "metadata": {"name": "web", "uid": "1")" + metadata + R"(}, "spec": {)" + containers +
         R"(}, "status": )" + status + "}";
}

constexpr const char* two = R"("restartPolicy": "Never", "containers": [{"name": "a", "image": "a"},
                                                                        {"name": "b", "image": "b"}])";
constexpr const char* with_sidecar = R"("initContainers": [{"name": "s", "image": "s", "restartPolicy": "Always"}],
                                        "containers": [{"name": "a", "image": "a"}])";

}  // namespace

TEST_CASE("a container that has finished while its pod goes on is left alone") {
  CHECK(effects(pod(two, R"({"phase": "Running", "containerStatuses": [
                    {"name": "a", "state": {"terminated": {"exitCode": 0}}}, {"name": "b", "state": {"running": {}}}]})"),
                {"1.30", "1.31"}) == Texts{"a changed, left alone; b restarts"});
}

TEST_CASE("nothing of a pod that has finished or is being deleted restarts") {
  CHECK(effects(pod(two, R"({"phase": "Failed"})"), {"1.30", "1.31"}) ==
        Texts{"a changed, left alone; b changed, left alone"});
  CHECK(effects(pod(two, R"({"phase": "Running"})", R"(, "deletionTimestamp": "2024-01-01T00:00:00Z")"),
                {"1.30", "1.31"}) == Texts{"a changed, left alone; b changed, left alone"});
}

TEST_CASE("what is in a back-off is not killed, but its next instance is the new kubelet's") {
  const std::string crashing = pod(
      R"("containers": [{"name": "a", "image": "a"}])",
      R"({"phase": "Running", "containerStatuses": [{"name": "a", "state": {"waiting": {"reason": "CrashLoopBackOff"}},
          "lastState": {"terminated": {"exitCode": 1}}}]})");
  CHECK(effects(crashing, {"1.30", "1.31", "1.32"}) == Texts{"a changed, left alone", "a stays"});
}

TEST_CASE("what was never started is started by the new kubelet, and runs from then on") {
  const std::string pending = pod(R"("containers": [{"name": "a", "image": "a"}])", R"({"phase": "Pending"})");
  CHECK(effects(pending, {"1.29", "1.30", "1.31"}) == Texts{"a stays", "a restarts"});
}

TEST_CASE("a kubelet that takes a running sidecar for an unfinished init container leaves the others alone") {
  const std::string running = pod(with_sidecar, R"({"phase": "Running"})");
  CHECK(effects(running, {"1.35", "1.16"}) == Texts{"s changed, left alone; a changed, left alone"});
  CHECK(effects(running, {"1.35", "1.7"}) == Texts{"s changed, left alone; a restarts"});
  CHECK(effects(running, {"1.35", "1.25"}) == Texts{"s changed, left alone; a restarts"});
  CHECK(effects(running, {"1.30", "1.32"}) == Texts{"s restarts; a restarts"});
}

TEST_CASE("a gate that is off takes a sidecar for an init container") {
  Path path;
  for (const char* release : {"1.30", "1.32"}) path.releases.push_back(release::parse_release(release).value());
  path.gates["SidecarContainers"] = false;
  const auto pod_forecasts =
      UpgradeEvaluator{path}.evaluate({json::parse(pod(with_sidecar, R"({"phase": "Running"})")), {}, "", ""}, "");
  CHECK(pod_forecasts.front().front().effect == Effect::left_alone);
  CHECK(pod_forecasts.front().back().effect == Effect::restarts);
}

TEST_CASE("a container that is restarted for its resizePolicy alone is told so, and one that has changed is not") {
  const std::string resizable = pod(
      R"("containers": [{"name": "a", "image": "a", "resources": {"requests": {"cpu": "1"}, "limits": {"cpu": "1"}},
         "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]}])",
      R"({"phase": "Running"})");
  const auto pod_forecast = [&resizable](const char* from, const char* to) {
    Path path;
    for (const char* release : {from, to}) path.releases.push_back(release::parse_release(release).value());
    return UpgradeEvaluator{path}.evaluate({json::parse(resizable), {}, "", ""}, "pods.json").front().front();
  };
  const ContainerForecast unknown = pod_forecast("1.32", "1.33");
  CHECK(unknown.effect == Effect::restarts);
  CHECK(unknown.cause == identity::CauseKind::resize_policy);
  CHECK(unknown.rule == "1.33 cannot know the resources that 1.32 actuated (1.32 keeps no record of them)");
  CHECK(unknown.detail == "this container has the resizePolicy RestartContainer, so a resize restarts it");
  CHECK(pod_forecast("1.33", "1.34").effect == Effect::stays);
  CHECK(pod_forecast("1.30", "1.31").cause != identity::CauseKind::resize_policy);
}

TEST_CASE("a container of no pod restarts whenever its hash changes, and is the new kubelet's from then on") {
  Path path;
  for (const char* release : {"1.29", "1.30", "1.31", "1.32"}) {
    path.releases.push_back(release::parse_release(release).value());
  }
  const std::vector<ContainerForecast> pod_forecasts =
      UpgradeEvaluator{path}.evaluate_stored(json::parse(R"({"name": "a", "image": "a:1",
    "imagePullPolicy": "IfNotPresent", "terminationMessagePath": "/dev/termination-log"})"));
  REQUIRE(pod_forecasts.size() == 3);
  CHECK(pod_forecasts[0].effect == Effect::stays);
  CHECK(pod_forecasts[0].cause == identity::CauseKind::none);
  CHECK(pod_forecasts[1].effect == Effect::restarts);
  CHECK(pod_forecasts[1].container == "a");
  CHECK(pod_forecasts[1].cause == identity::CauseKind::formula);
  CHECK(pod_forecasts[1].rule == "1.31 hashes only name and image");
  CHECK(pod_forecasts[1].before != pod_forecasts[1].after);
  CHECK(pod_forecasts[2].effect == Effect::stays);
  CHECK(pod_forecasts[2].before == pod_forecasts[1].after);
}

TEST_CASE("a container that restarts runs on, and may restart once more in the next step") {
  const std::string running = pod(R"("containers": [{"name": "a", "image": "a"}])", R"({"phase": "Running"})");
  CHECK(effects(running, {"1.15", "1.16", "1.31"}) == Texts{"a restarts", "a restarts"});
}

}  // namespace podreel::upgrade
