#include "scenarios/batch/decide_input.hpp"

#include <doctest/doctest.h>

namespace podreel::batch {

namespace {

struct Read {
  std::vector<DecideCase> cases;
  std::vector<api::Problem> problems;
};

Read read(const std::string& text) {
  Read result;
  result.cases = read_decide_input(text, "input", {30, 0}, result.problems);
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
  CHECK(lines.problems[0].message == "is missing");
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

}  // namespace podreel::batch
