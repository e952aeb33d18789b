#include "scenarios/batch/status_cases.hpp"

#include <doctest/doctest.h>

#include "tests/support/read_cases.hpp"

namespace podreel::batch {

namespace {

constexpr const char* pod =
    R"("pod":{"metadata":{"name":"web","uid":"u"},"spec":{"containers":[{"name":"app","image":"a"}]}})";

std::string problem_of(const std::string& line) {
  std::vector<api::Problem> problems;
  CHECK_FALSE(read_line(line, "cases.jsonl", 3, problems, status_case_from));
  REQUIRE(problems.size() == 1);
  return api::to_string(problems.front());
}

}  // namespace

TEST_CASE("a line gives the pod, what was observed and what was reported") {
  std::vector<api::Problem> problems;
  const auto situation = read_line(
      std::string{"{\"id\":7,"} + pod +
          R"(,"status":{"sandboxes":[],"containers":[]},"reasonCache":[{"container":"app","error":"ErrImagePull"}],)"
          R"("oldStatus":{"phase":"Pending"},"podIsTerminal":true,"nodeIPs":["10.1.1.1"]})",
      "cases.jsonl", 1, problems, status_case_from);
  REQUIRE(situation);
  CHECK(situation->id == 7);
  CHECK(situation->pod.status.phase == api::PodPhase::pending);
  CHECK(situation->start_failures.at("app").error == "ErrImagePull");
  CHECK(situation->pod_is_terminal);
  CHECK(report_status(*situation, release::behaviour_of({28, 0})).host_ip == "10.1.1.1");
}

TEST_CASE("a pod of a cluster is used unchanged") {
  constexpr const char* text = R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "ns"},
    "spec": {"containers": [{"name": "app", "image": "a"}]},
    "status": {"phase": "Running", "hostIP": "10.9.9.9", "containerStatuses": [{"name": "app", "ready": true,
      "started": true, "restartCount": 2, "containerID": "containerd://c1", "image": "a", "imageID": "",
      "state": {"running": {"startedAt": "2023-11-14T22:13:20Z"}}, "lastState": {}}]}})";
  std::vector<api::Problem> problems;
  const std::vector<ReadCase<StatusCase>> cases = testing::cases_of(status_cases, text, "pod.json", {28, 0}, problems);
  REQUIRE(problems.empty());
  REQUIRE(cases.size() == 1);
  const StatusCase& situation = cases.front().situation;
  CHECK(situation.id == "ns/web");
  const api::PodStatus status = report_status(situation, release::behaviour_of({28, 0}));
  CHECK(status.phase == api::PodPhase::running);
  CHECK(status.host_ip == "10.9.9.9");
  CHECK(status.container_statuses.at(0).restart_count == 2);
  CHECK(status.container_statuses.at(0).ready);
}

TEST_CASE("reasons are reported on request") {
  std::vector<api::Problem> problems;
  const auto situation = read_line(std::string{"{\"id\":1,"} + pod + R"(,"status":{"sandboxes":[],"containers":[]}})",
                                   "cases.jsonl", 1, problems, status_case_from);
  REQUIRE(situation);
  decide::Reasons reasons;
  const api::PodStatus status = report_status(*situation, release::behaviour_of({28, 0}), &reasons);
  CHECK(status == report_status(*situation, release::behaviour_of({28, 0})));
  CHECK_FALSE(reasons.empty());
}

TEST_CASE("what is wrong with a line is said with its place") {
  CHECK(problem_of("{").starts_with("cases.jsonl:3:"));
  CHECK(problem_of("{\"id\":1}").starts_with("cases.jsonl:3:1: pod: "));
  const std::string head = std::string{"{\"id\":1,"} + pod;
  CHECK(problem_of(head + R"(,"status":{"sandboxes":[],"containers":[]},"readiness":{"a":"maybe"}})")
            .starts_with("cases.jsonl:3:1: readiness.a: "));
  CHECK(problem_of(head + R"(,"status":{"sandboxes":[],"containers":[]},"oldStatus":7})")
            .starts_with("cases.jsonl:3:1: oldStatus: "));
  CHECK(problem_of(head + R"(,"status":{"sandboxes":[],"containers":[]},"reasonCache":[{"error":"x"}]})")
            .starts_with("cases.jsonl:3:1: reasonCache[0].container: "));
}

}  // namespace podreel::batch
