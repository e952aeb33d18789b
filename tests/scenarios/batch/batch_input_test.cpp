#include "scenarios/batch/batch_input.hpp"

#include <doctest/doctest.h>

#include "scenarios/batch/decide_cases.hpp"
#include "scenarios/batch/sync_cases.hpp"
#include "tests/support/read_cases.hpp"

namespace podreel::batch {

namespace {

struct Read {
  std::vector<DecideCase> cases;
  std::vector<api::Problem> problems;
};

Read read(const std::string& text, const std::string& file = "input") {
  Read result;
  for (ReadCase<DecideCase>& each : testing::cases_of(decide_cases, text, file, {30, 0}, result.problems)) {
    result.cases.push_back(std::move(each.situation));
  }
  return result;
}

constexpr const char* good_line = R"({"id": 5, "pod": {"metadata": {"name": "web"}, "spec": {"containers": []}}})";

}  // namespace

TEST_CASE("lines are read one by one, and go on after a bad one") {
  const Read lines = read(std::string("\n{\"id\": 1}\n") + good_line + "\n{\n");
  REQUIRE(lines.cases.size() == 1);
  CHECK(lines.cases.front().id == 5);
  REQUIRE(lines.problems.size() == 2);
  CHECK(lines.problems[0].mark.line == 2);
  CHECK(lines.problems[0].path == "pod");
  CHECK(lines.problems[0].message == "is missing (case 1)");
  CHECK(lines.problems[1].mark.line == 4);
}

TEST_CASE("a pod of a live cluster is a case, with its defaults filled in") {
  const Read pods = read(R"(apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  containers:
  - {name: app, image: busybox}
status:
  phase: Running
  podIP: 10.0.0.1
  containerStatuses:
  - {name: app, image: busybox, imageID: "", ready: true, restartCount: 0, containerID: containerd://a0,
     state: {running: {startedAt: "2023-11-14T22:13:20Z"}}}
)");
  CHECK(pods.problems.empty());
  REQUIRE(pods.cases.size() == 1);
  CHECK(pods.cases.front().id == "shop/web");
  CHECK(pods.cases.front().pod.spec->restart_policy == api::RestartPolicy::always);
  REQUIRE(pods.cases.front().observed.status.find("app") != nullptr);
  CHECK(pods.cases.front().observed.status.find("app")->id == "a0");
}

TEST_CASE("JSON in one line is a pod if it says so") {
  const Read pods = read(R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": {"containers":
    [{"name": "app", "image": "busybox"}]}})");
  CHECK(pods.problems.empty());
  CHECK(pods.cases.size() == 1);
}

TEST_CASE("where the first line is no JSON, the name of the file says whether it holds lines") {
  CHECK(read("{\n", "cases.jsonl").problems.at(0).message.starts_with("parse error"));
  CHECK(read(std::string("{\n") + good_line, "cases.jsonl").cases.size() == 1);
  CHECK(read("{\n", "cases.json").cases.empty());
  CHECK(read("", "cases.jsonl").problems.empty());
  CHECK(holds_lines(R"({"kind": "Deployment", "container": {}})", "-"));
  CHECK_FALSE(holds_lines(R"({"kind": "Deployment", "spec": {}})", "-"));
  CHECK(holds_lines(R"({"kind": "Deployment", "spec": {}})", "objects.jsonl"));
}

TEST_CASE("pods and cases may be lines of one file") {
  const std::string pod = R"({"kind": "Pod", "metadata": {"name": "web"}, "spec": {"containers":
    [{"name": "app", "image": "busybox"}]}})";
  std::string line = pod;
  std::erase(line, '\n');
  const Read mixed = read(line + "\n" + good_line + "\n" + line + "\n", "cases.jsonl");
  CHECK(mixed.problems.empty());
  REQUIRE(mixed.cases.size() == 3);
  CHECK(mixed.cases[1].id == 5);
  CHECK(read(std::string(good_line) + "\n" + line + "\n").cases.size() == 2);
}

TEST_CASE("a live pod is synced at the latest time in its status, on a node that has its images") {
  std::vector<api::Problem> problems;
  const auto cases =
      testing::cases_of(sync_cases, R"({"kind": "Pod", "metadata": {"name": "web"}, "spec": {"containers":
    [{"name": "app", "image": "nginx"}]}, "status": {"containerStatuses": [{"name": "app", "image": "nginx",
    "imageID": "", "ready": false, "restartCount": 1, "containerID": "containerd://a1", "state": {"terminated":
    {"exitCode": 1, "startedAt": "2023-11-14T22:13:20Z", "finishedAt": "2023-11-14T22:13:30Z"}}}]}})",
                        "pod.json", {30, 0}, problems);
  REQUIRE(cases.size() == 1);
  CHECK(cases.front().situation.now == sim::from_unix_seconds(1700000010));
  CHECK(cases.front().situation.images == std::vector<std::string>{"nginx"});
}

}  // namespace podreel::batch
