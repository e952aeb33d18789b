#include "engine/upgrade/forecast.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::upgrade {

namespace {

using nlohmann::json;

Path over(const std::vector<const char*>& releases) {
  Path path;
  for (const char* release : releases) path.releases.push_back(release::parse_release(release).value());
  return path;
}

ContainerForecast fate_in(const char* space, const char* owner, Effect effect, const char* rule) {
  ContainerForecast made;
  made.namespace_name = space;
  made.owner = owner;
  made.effect = effect;
  made.rule = rule;
  return made;
}

}  // namespace

TEST_CASE("containers are counted by namespace, owner and cause") {
  StepForecast answer;
  answer.containers = {fate_in("shop", "Deployment/shop/web", Effect::restarts, "formula"),
                       fate_in("shop", "", Effect::left_alone, "formula"), fate_in("eu", "", Effect::stays, ""),
                       fate_in("eu", "", Effect::restarts, "types")};
  const Totals totals = totals_of(answer);
  CHECK(totals.all.containers == 4);
  CHECK(totals.all.restarting == 2);
  CHECK(totals.by_namespace.at("shop").containers == 2);
  CHECK(totals.by_namespace.at("shop").restarting == 1);
  CHECK(totals.by_owner.at("").containers == 3);
  CHECK(totals.by_owner.at("").restarting == 1);
  CHECK(totals.by_cause == std::map<std::string, int>{{"formula", 1}, {"types", 1}});
  CHECK(totals.left_alone == 1);
  CHECK(totals.static_pods_touched == 0);
}

TEST_CASE("something is touched if a container restarts or a static pod does not stay") {
  StepForecast answer;
  CHECK_FALSE(touches_any(answer));
  answer.containers = {fate_in("shop", "", Effect::stays, ""), fate_in("shop", "", Effect::left_alone, "formula")};
  for (const StaticEffect left : {StaticEffect::stays, StaticEffect::never_ran}) {
    answer.static_pods.emplace_back().effect = left;
  }
  CHECK_FALSE(touches_any(answer));
  CHECK(totals_of(answer).static_pods_touched == 0);
  answer.static_pods.emplace_back().effect = StaticEffect::recreated;
  CHECK(touches_any(answer));
  CHECK(totals_of(answer).static_pods_touched == 1);
  answer.static_pods.clear();
  answer.containers.push_back(fate_in("shop", "", Effect::restarts, "formula"));
  CHECK(touches_any(answer));
}

TEST_CASE("every step of every path has an answer, in their order") {
  Forecast forecast{{over({"1.30", "1.31", "1.32"}), over({"1.30", "1.32"})}};
  CHECK(forecast.is_empty());
  forecast.add_container(json::parse(R"({"name": "a", "image": "a:1"})"));
  CHECK_FALSE(forecast.is_empty());
  REQUIRE(forecast.steps().size() == 3);
  std::string effects;
  for (const StepForecast& answer : forecast.steps()) {
    REQUIRE(answer.containers.size() == 1);
    effects += std::string{release::minor_string(answer.step.from)} + "-" + release::minor_string(answer.step.to) +
               " " + std::string{to_string(answer.containers.front().effect)} + "; ";
  }
  CHECK(effects == "1.30-1.31 restarts; 1.31-1.32 stays; 1.30-1.32 restarts; ");
}

TEST_CASE("the answers for many containers share their texts") {
  Forecast forecast{{over({"1.30", "1.31"})}};
  for (const char* name : {"web-1", "web-2"}) {
    manifests::ManifestPod pod;
    pod.pod = json::parse(R"({"metadata": {"namespace": "shop"}, "spec": {"nodeName": "node-1", "containers":
      [{"name": "app", "image": "app:1"}]}})");
    pod.pod["metadata"]["name"] = name;
    pod.owner = "Deployment/shop/web";
    std::vector<api::Problem> problems;
    forecast.add_pod(pod, "dump.json", problems);
  }
  const std::vector<ContainerForecast>& containers = forecast.steps().front().get().containers;
  REQUIRE(containers.size() == 2);
  const ContainerForecast& first = containers.front();
  const ContainerForecast& second = containers.back();
  CHECK(first.pod.view() == "web-1");
  CHECK(second.pod.view() == "web-2");
  CHECK_FALSE(first.rule.empty());
  for (const auto text : {&ContainerForecast::namespace_name, &ContainerForecast::owner, &ContainerForecast::node,
                          &ContainerForecast::container, &ContainerForecast::rule, &ContainerForecast::file}) {
    CHECK((first.*text).view().data() == (second.*text).view().data());
  }
}

TEST_CASE("a mirror pod is answered for by its static pod, whose manifest it shows") {
  const auto effects = [](const std::string& uid, const std::vector<const char*>& releases) {
    Forecast forecast{{over(releases)}};
    std::vector<api::Problem> problems;
    const json mirror{{"metadata",
                       {{"name", "etcd-cp"},
                        {"namespace", "kube-system"},
                        {"uid", "1"},
                        {"annotations", {{"kubernetes.io/config.hash", uid}, {"kubernetes.io/config.mirror", uid}}}}},
                      {"spec", {{"nodeName", "cp"}, {"containers", {{{"name", "etcd"}, {"image", "etcd:3"}}}}}}};
    forecast.add_pod({mirror, {}, "", ""}, "pods.json", problems);
    std::string text;
    for (const StepForecast& step : forecast.steps()) {
      const ContainerForecast& container = step.containers.front();
      text += std::string{to_string(container.effect)} + " " + std::string{container.rule.view()} + "; ";
    }
    return text;
  };
  const std::string computed = "0f343b0931126a20f133d67c2b018a3b";
  CHECK(effects(computed, {"1.30", "1.30.9"}) == "stays ; ");
  CHECK(effects(computed, {"1.34", "1.35", "1.34"}) ==
        "restarts its static pod is recreated; restarts its static pod is recreated; ");
  CHECK(effects("named-by-its-manifest", {"1.34", "1.35"}) == "stays ; ");
  CHECK(effects("named-by-its-manifest", {"1.30", "1.31"}) == "restarts 1.31 hashes only name and image; ");
}

TEST_CASE("mirror pods are counted, and static pods are answered for") {
  Forecast forecast{{over({"1.27", "1.28"})}};
  std::vector<api::Problem> problems;
  const json mirror = json::parse(R"({"metadata": {"name": "web", "uid": "1",
    "annotations": {"kubernetes.io/config.mirror": "x"}}, "spec": {"containers": [{"name": "a", "image": "a:1"}]}})");
  forecast.add_pod({mirror, {}, "", ""}, "pods.json", problems);
  json plain = mirror;
  plain["metadata"].erase("annotations");
  forecast.add_pod({plain, {}, "", ""}, "pods.json", problems);
  plain["metadata"]["name"] = "other";
  forecast.add_pod({plain, {}, "", ""}, "pods.json", problems);
  CHECK(forecast.mirror_pods() == 1);
  CHECK(forecast.steps().front().get().containers.size() == 3);
  CHECK(problems.empty());
  Forecast of_static_pods{{over({"1.27", "1.28"})}};
  of_static_pods.add_static_pod(json::parse(R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"},
    "spec": {"containers": [{"name": "a", "image": "a:1"}]}})"),
                                {}, "web.yaml", {4, 1});
  CHECK_FALSE(of_static_pods.is_empty());
  REQUIRE(of_static_pods.steps().front().get().static_pods.size() == 1);
  CHECK(of_static_pods.steps().front().get().static_pods.front().file == "web.yaml");
  CHECK(of_static_pods.steps().front().get().static_pods.front().mark.line == 4);
}

}  // namespace podreel::upgrade
