#include "scenarios/batch/case_to_json.hpp"

#include <doctest/doctest.h>
#include <filesystem>

#include "scenarios/batch/sync_session.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/kubelet_label.hpp"
#include "tests/support/sample.hpp"

namespace podreel::batch {

namespace {

using Json = std::shared_ptr<const nlohmann::json>;

SyncCase read_again(const nlohmann::ordered_json& made) {
  std::vector<api::Problem> problems;
  auto read = read_line(made.dump(), "cases.jsonl", 1, problems, sync_case_from);
  REQUIRE_MESSAGE(read, (problems.empty() ? "" : problems.front().message), " ", made.dump());
  return *std::move(read);
}

SyncCase of_pod(const nlohmann::json& pod, release::Release release) {
  return sync_case_of(defaulted_pod(pod, release));
}

std::string answers(const SyncCase& asked, const Decider& kubelet) {
  SyncSession session{kubelet};
  return to_json(decide_case(asked.situation, kubelet)).dump() + session.run(asked).record.dump();
}

/// Every version of every pod of these scenarios, as kubectl prints it.
std::vector<Json> pods_of_runs() {
  std::vector<Json> pods;
  simulation::ReplayOptions options;
  options.observe_pods = [&pods](sim::Time, const std::string&, const Json& object) {
    if (object) pods.push_back(object);
  };
  testing::Sample sample{{.sanitized = 6}};
  for (const auto& entry : std::filesystem::directory_iterator{testing::source_path("scenarios")}) {
    if (entry.path().extension() != ".yaml") continue;
    for (const format::Scenario& scenario : format::load_scenario_file(entry.path().string()).scenarios) {
      if (sample.has_next()) static_cast<void>(simulation::replay(scenario, options));
    }
  }
  return pods;
}

nlohmann::json pod_with(const std::string& statuses) {
  return nlohmann::json::parse(R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "uid": "u",
    "managedFields": [{"manager": "kubectl"}]}, "spec": {"nodeName": "n1", "containers": [{"name": "app",
    "image": "app:1"}]}, "status": {"phase": "Running", "podIP": "10.0.0.2", "containerStatuses": [)" +
                               statuses + "]}}");
}

constexpr const char* crashing = R"({"name": "app", "image": "app:1", "containerID": "containerd://a1",
  "restartCount": 4, "state": {"waiting": {"reason": "CrashLoopBackOff",
    "message": "back-off 1m20s restarting failed container=app"}},
  "lastState": {"terminated": {"exitCode": 1, "finishedAt": "2026-11-20T10:04:00Z", "containerID": "containerd://a1"}}})";

}  // namespace

TEST_CASE(
    "a case that a pod makes is decided and synced as the pod is, in every version of every pod of the catalogue") {
  const std::vector<Json> pods = pods_of_runs();
  CHECK(pods.size() > 50 / testing::one_in({.sanitized = 6}));
  for (const char* label : {"1.26", "1.30", "1.35"}) {
    const Decider kubelet = decider_of(testing::behaviour_of_label(label));
    const release::Release release = kubelet.behaviour.release;
    for (const Json& pod : pods) {
      CHECK(answers(read_again(case_of(*pod, release)), kubelet) == answers(of_pod(*pod, release), kubelet));
    }
  }
}

TEST_CASE("a case has what was assumed as its note, and no diary of fields") {
  const nlohmann::ordered_json made = case_of(pod_with(crashing), release::newest_release());
  CHECK(made.at("note").get<std::string>().starts_with("app is in back-off until 2026-11-20T10:05:20Z"));
  CHECK_FALSE(made.at("pod").at("metadata").contains("managedFields"));
  CHECK(made.at("status").at("containers").at(0).at("restartCount") == 4);
  CHECK(made.at("backOffs").dump() == R"([{"container":"app","seconds":80}])");
  CHECK(made.at("images").dump() == R"(["app:1"])");
}

TEST_CASE("a sync of a pod in back-off is refused as the kubelet's is") {
  SyncSession session{decider_of(testing::behaviour_of_label("1.30"))};
  const nlohmann::ordered_json record = session.run(of_pod(pod_with(crashing), release::newest_release())).record;
  CHECK(record.at("results").back().at("error") == "CrashLoopBackOff");
  CHECK(record.at("results").back().at("message").get<std::string>().starts_with("back-off 1m20s restarting"));
}

TEST_CASE("resources that the runtime has applied are kept in a case, and must be quantities") {
  const nlohmann::json pod = pod_with(
      R"({"name": "app", "containerID": "containerd://a", "state": {"running": {}},
      "resources": {"requests": {"cpu": "1"}, "limits": {"memory": "64Mi"}}})");
  nlohmann::ordered_json made = case_of(pod, release::newest_release());
  const SyncCase read = read_again(made);
  const runtime::ContainerStatus& container = read.situation.observed.status.containers.at(0);
  REQUIRE(container.resources);
  CHECK(container.resources->first.at("cpu") == "1");
  CHECK(container.resources->second.at("memory") == "64Mi");
  made["status"]["containers"][0]["resources"]["limits"]["memory"] = "much";
  std::vector<api::Problem> problems;
  CHECK_FALSE(read_line(made.dump(), "cases.jsonl", 1, problems, sync_case_from));
  CHECK(problems.at(0).path == "status.containers[0].resources.limits.memory");
}

}  // namespace podreel::batch
