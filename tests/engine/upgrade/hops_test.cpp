#include "engine/upgrade/hops.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/api/timestamp.hpp"

namespace podreel::upgrade {

namespace {

using nlohmann::json;

constexpr const char* first_start = "2026-10-01T09:00:10Z";

json running(const std::string& name, const std::string& since, const std::string& ended = "") {
  json status{{"name", name}, {"state", {{"running", {{"startedAt", since}}}}}};
  if (!ended.empty()) status["lastState"] = {{"terminated", {{"exitCode", 137}, {"finishedAt", ended}}}};
  return status;
}

/// A pod with a sidecar, whose statuses say when the sidecar and the app started, and when the app ended before.
json dumped_pod(const std::string& sidecar_since = first_start, const json& app = running("app", first_start)) {
  return {
      {"metadata", {{"name", "web"}, {"uid", "1"}}},
      {"spec",
       {{"initContainers",
         {{{"name", "setup"}, {"image", "s:1"}}, {{"name", "proxy"}, {"image", "p:1"}, {"restartPolicy", "Always"}}}},
        {"containers", {{{"name", "app"}, {"image", "a:1"}}}}}},
      {"status",
       {{"phase", "Running"},
        {"initContainerStatuses", {running("proxy", sidecar_since)}},
        {"containerStatuses", {app}}}}};
}

/// Effects of each step on the pod's containers, and where what is kept restarts.
std::string effects(const json& of, std::vector<std::string> releases, const char* ready_since = nullptr) {
  Path path;
  for (const std::string& name : releases) path.releases.push_back(release::parse_release(name).value());
  const manifests::ManifestPod found{of, {}, "", ""};
  std::vector<std::vector<ContainerForecast>> steps = UpgradeEvaluator{path}.evaluate(found, "f");
  Hops{path}.complete(found, "f", {}, ready_since ? api::parse_timestamp(ready_since) : std::nullopt, steps);
  std::string text;
  for (const std::vector<ContainerForecast>& step : steps) {
    for (const ContainerForecast& container : step) {
      text += std::string{container.container.view()} + " " + std::string{to_string(container.effect)};
      if (container.restarts_at) text += " until " + minor_string(*container.restarts_at);
      text += ", ";
    }
    text += "| ";
  }
  return text;
}

const json after_hop = dumped_pod(first_start, running("app", "2026-10-11T09:00:10Z", "2026-10-11T09:00:09Z"));

}  // namespace

TEST_CASE("a hop keeps changed sidecars until the release that restarts them") {
  CHECK(effects(dumped_pod(), {"1.30", "1.31"}) ==
        "setup changed, left alone, proxy changed, left alone until 1.32, app restarts, | ");
  CHECK(effects(dumped_pod(), {"1.30", "1.32"}) == "setup changed, left alone, proxy restarts, app restarts, | ");
  CHECK(effects(dumped_pod(), {"1.30", "1.31", "1.32"}) ==
        "setup changed, left alone, proxy changed, left alone, app restarts, | "
        "setup changed, left alone, proxy restarts, app stays, | ");
}

TEST_CASE("a sidecar that runs since before its pod's containers restarted may have an older hash") {
  CHECK(effects(after_hop, {"1.31", "1.32"}) == "setup stays, proxy may restart, app stays, | ");
  CHECK(effects(after_hop, {"1.31", "1.32", "1.33"}) ==
        "setup stays, proxy may restart, app stays, | setup stays, proxy stays, app stays, | ");
  CHECK(effects(dumped_pod(), {"1.31", "1.32"}) == "setup stays, proxy stays, app stays, | ");
  const json young = dumped_pod("2026-10-12T00:00:00Z", running("app", "2026-10-11T09:00:10Z", "2026-10-11T09:00:09Z"));
  CHECK(effects(young, {"1.31", "1.32"}) == "setup stays, proxy stays, app stays, | ");
}

TEST_CASE("a sidecar that runs since before its node became Ready may have an older hash") {
  CHECK(effects(dumped_pod(), {"1.31", "1.32"}, "2026-10-02T00:00:00Z") ==
        "setup stays, proxy may restart, app stays, | ");
  CHECK(effects(dumped_pod(), {"1.31", "1.32"}, "2026-09-02T00:00:00Z") == "setup stays, proxy stays, app stays, | ");
}

TEST_CASE("age does not matter where no older kubelet hashes sidecars differently, or kubelets restart them") {
  CHECK(effects(after_hop, {"1.32", "1.33"}) == "setup stays, proxy stays, app stays, | ");
  CHECK(effects(after_hop, {"1.31", "1.31.4"}) == "setup stays, proxy stays, app stays, | ");
  json no_sidecar = after_hop;
  no_sidecar["spec"]["initContainers"][1].erase("restartPolicy");
  CHECK(effects(no_sidecar, {"1.31", "1.32"}) == "setup stays, proxy stays, app stays, | ");
}

}  // namespace podreel::upgrade
