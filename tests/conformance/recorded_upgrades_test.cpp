// What `podreel upgrade` says of a pod is what real kubelets did when one release took over from another.
#include <doctest/doctest.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "engine/api/document.hpp"
#include "engine/upgrade/static_pod_forecast.hpp"
#include "engine/upgrade/upgrade_evaluator.hpp"
#include "support/conformance.hpp"
#include "support/json_lines.hpp"
#include "support/recorded_scenario.hpp"
#include "support/recorded_timeline.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// What the kubelet that took over called for within five seconds.
struct Seen {
  std::set<std::string> stopped;
  std::set<std::string> created;
  bool makes_sandbox = false;
};

Seen seen_after_start(const fs::path& recording) {
  constexpr double soon = 5;
  Seen seen;
  double started = -1;
  for (const json& record : read_json_lines(recording)) {
    if (record.at("kind") == "kubelet" && record.at("what") == "start") started = record.at("t").get<double>();
    if (started < 0 || record.at("t").get<double>() > started + soon || record.at("kind") != "runtime") continue;
    const std::string call = record.at("op");
    const std::string container = record.value("container", "");
    if (call == "StopContainer") seen.stopped.insert(container);
    if (call == "CreateContainer") seen.created.insert(container);
    seen.makes_sandbox |= call == "RunPodSandbox";
  }
  return seen;
}

/// A node that one kubelet leaves to another, with a pod on it.
struct RecordedUpgrade {
  upgrade::Path path;
  json action;
  Seen seen;
};

RecordedUpgrade read_upgrade(const fs::path& folder, const std::string& id) {
  const std::string run = run_of(id);
  const std::string name = id.substr(run.size() + 1);
  const fs::path scenario = folder / "scenarios-2026-11" / run / (name + ".yaml");
  const json spec = api::to_json(api::load_file(scenario.string()).documents.front()).at("spec");
  RecordedUpgrade upgrade;
  upgrade.action = spec.at("timeline").front();
  const auto release_of = [](const json& version) { return *release::parse_release(version.get<std::string>()); };
  upgrade.path.releases = {release_of(spec.at("node").at("kubelet").at("version")),
                           release_of(spec.at("timeline").back().at("startKubelet").at("version"))};
  const RunLabel label = parse_run_label(run);
  upgrade.path.api_server_before = label.api_server.value_or(upgrade.path.releases.front());
  upgrade.path.api_server_after = upgrade.path.api_server_before;
  upgrade.seen = seen_after_start(folder / november_recordings / (id + ".jsonl"));
  return upgrade;
}

std::set<std::string> restarted_by_forecast(const RecordedUpgrade& upgrade) {
  upgrade::UpgradeEvaluator evaluator{upgrade.path};
  const auto fates = evaluator.evaluate({upgrade.action.at("createPod"), {}, "", ""}, "recorded");
  std::set<std::string> restarted;
  for (const upgrade::ContainerForecast& pod_forecast : fates.front()) {
    if (pod_forecast.effect == upgrade::Effect::restarts) restarted.insert(pod_forecast.container);
  }
  return restarted;
}

void check_containers(const RecordedUpgrade& upgrade) {
  CHECK(restarted_by_forecast(upgrade) == upgrade.seen.stopped);
  CHECK(upgrade.seen.stopped == upgrade.seen.created);
}

void check_static_pod(const RecordedUpgrade& upgrade) {
  const json& written = upgrade.action.at("writeStaticPod");
  const identity::StaticPodSource source{
      .node = "node-1", .path = "/etc/kubernetes/manifests/" + written.at("file").get<std::string>(), .url = {}};
  const upgrade::StaticPodForecast pod_forecast =
      upgrade::forecast_static_pod(written.at("pod"), source, upgrade::steps_of(upgrade.path).front());
  CHECK((pod_forecast.effect == upgrade::StaticEffect::recreated) == upgrade.seen.makes_sandbox);
}

}  // namespace

TEST_CASE("of running pods, recorded upgrades restart what the forecast says, and nothing else") {
  const auto conformance = conformance_folder();
  if (!conformance || !fs::exists(*conformance / "timeline" / november_recordings)) {
    MESSAGE("no recordings of November 2026 found: upgrades are not compared");
    return;
  }
  const fs::path folder = *conformance / "timeline";
  int compared = 0;
  for (const std::string& id : recorded_timelines(folder, november_recordings)) {
    if (run_of(id).find("-to-") == std::string::npos) continue;
    CAPTURE(id);
    if (id.ends_with("/n201") || id.ends_with("/n205")) check_containers(read_upgrade(folder, id));
    if (id.ends_with("/n207")) check_static_pod(read_upgrade(folder, id));
    ++compared;
  }
  CHECK(compared >= 30);
}

}  // namespace podreel::testing
