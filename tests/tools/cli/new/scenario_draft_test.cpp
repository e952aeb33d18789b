#include "tools/cli/new/scenario_draft.hpp"

#include <cctype>
#include <doctest/doctest.h>
#include <sstream>

#include "scenarios/format/load.hpp"
#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

constexpr const char* manifests = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}, annotations: {note: "a: b # c"}}
    spec:
      initContainers: [{name: prepare, image: "prepare:1"}]
      containers:
        - {name: app, image: "nginx:1.25", readinessProbe: {httpGet: {port: 80}}, livenessProbe: {tcpSocket: {port: 80}}}
        - {name: "yes", image: "side:1", args: ["yes", "{{ x }}", "#"]}
---
apiVersion: v1
kind: Pod
metadata: {name: job, uid: u1, resourceVersion: "7", managedFields: []}
spec: {restartPolicy: Never, nodeName: n7, containers: [{name: app, image: "a:1"}]}
status: {phase: Running}
)";

CommandResult draft(std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"new", "-f", "-"});
  return run_podreel(more, {.standard_input = manifests});
}

/// With all comments that are a part of a scenario.
std::string uncommented(const std::string& text) {
  std::string result;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t mark = line.find_first_not_of(' ');
    const std::size_t word = line.find_first_not_of("# ", mark);
    const bool is_code = mark != std::string::npos && line[mark] == '#' && std::isupper(line[word]) == 0;
    result += (is_code ? line.substr(0, mark) + line.substr(mark + 2) : line) + '\n';
  }
  return result;
}

std::vector<std::string> problems_in(const std::string& text) {
  std::vector<std::string> problems;
  for (const api::Problem& problem :
       format::load_scenarios(api::load_documents(text, "s.yaml"), "s.yaml", {}).problems) {
    problems.push_back(api::to_string(problem));
  }
  return problems;
}

}  // namespace

TEST_CASE("a draft runs as it is, and what it expects holds") {
  const CommandResult drafted = draft();
  CHECK(drafted.exit_code == 0);
  CHECK(drafted.err.empty());
  const CommandResult tested = run_podreel({"test", "-f", "-"}, {.standard_input = drafted.out});
  CHECK(tested.exit_code == 0);
  CHECK(tested.err.empty());
  CHECK(has(tested.out, "1 passed"));
}

TEST_CASE("its comments are a part of it as soon as they are none") {
  const std::string all = uncommented(draft().out);
  CHECK(has(all, "\n  runtime:\n"));
  CHECK(has(all, "\n    - {at: 120s, stopKubelet: {}}\n"));
  CHECK(problems_in(all) == std::vector<std::string>{});
  CHECK(run_podreel({"run", "-f", "-"}, {.standard_input = all}).exit_code == 0);
}

TEST_CASE("what an API server has added is left out") {
  const std::string text = draft().out;
  for (const char* added : {"uid", "resourceVersion", "managedFields", "nodeName", "status: {phase"}) {
    CAPTURE(added);
    CHECK_FALSE(has(text.substr(0, text.find("expect:")), added));
  }
}

TEST_CASE("a draft has the name and the kubelet that are asked for") {
  const std::string text = draft({"--name", "mine", "--kubelet-version", "1.28"}).out;
  CHECK(has(text, "metadata: {name: \"mine\"}\n"));
  CHECK(has(text, "version: \"1.28\""));
}

TEST_CASE("of a workload with several replicas it is said that the draft has one") {
  const auto drafted_with = [](const std::string& replicas) {
    return run_podreel({"new", "-f", "-"},
                       {.standard_input = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: "
                                          "web}, spec: {replicas: " +
                                          replicas +
                                          ", selector: {matchLabels: {a: b}}, template: {metadata: "
                                          "{labels: {a: b}}, spec: {containers: [{name: app, image: "
                                          "i}]}}}}"});
  };
  CHECK(drafted_with("3").err ==
        "podreel new: Deployment/default/web has 3 replicas, but the scenario creates one pod; use createPods with "
        "count to create several\n");
  CHECK(drafted_with("3").exit_code == 0);
  CHECK(drafted_with("1").err == "");
}

TEST_CASE("nothing can be drafted of no pods") {
  const CommandResult none =
      run_podreel({"new", "-f", "-"}, {.standard_input = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}"});
  CHECK(none.exit_code == 2);
  CHECK(has(none.err, "found no pods"));
}

}  // namespace podreel::testing
