// `podreel run --watch`.
#include <csignal>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/command.hpp"

namespace podreel {

namespace {

using testing::CommandResult;

/// Pods that run, one in each of the namespaces.
std::string pods_in(const std::vector<std::string>& namespaces) {
  std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: several}\n"
      "spec:\n  duration: 20s\n  timeline:\n";
  for (const std::string& name : namespaces) {
    text += "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: " + name +
            "}, spec: {containers: [{name: app, image: \"a:1\"}]}}}\n";
  }
  return text + "    - {at: 10s, deletePod: {name: " + namespaces.front() + "/web}}\n";
}

CommandResult watch(std::vector<std::string> arguments, const std::string& input = {}) {
  arguments.insert(arguments.begin(), {"run", "--watch"});
  return testing::run_podreel(arguments, {.standard_input = input});
}

}  // namespace

TEST_CASE("a line for each change of a pod's row, and columns that widen as they must") {
  const CommandResult result = watch({"scenarios/crash-loop.yaml", "--until", "30s"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  CHECK(result.out ==
        "NAME   READY   STATUS    RESTARTS   AGE\n"
        "web    0/1     Pending   0          0s\n"
        "web    0/1     ContainerCreating   0          0s\n"
        "web    1/1     Running             0          1s\n"
        "web    0/1     Error               0          6s\n"
        "web    1/1     Running             1 (2s ago)   7s\n"
        "web    0/1     Error               1 (6s ago)   11s\n"
        "web    0/1     CrashLoopBackOff    1 (13s ago)   24s\n"
        "web    1/1     Running             2 (14s ago)   25s\n"
        "web    0/1     Error               2 (19s ago)   30s\n");
}

TEST_CASE("a pod that is gone is shown once more, and namespaces unless all is in the default one") {
  const CommandResult result = watch({"-"}, pods_in({"a", "b"}));
  CHECK(result.out ==
        "NAMESPACE   NAME   READY   STATUS    RESTARTS   AGE\n"
        "a           web    0/1     Pending   0          0s\n"
        "b           web    0/1     Pending   0          0s\n"
        "a           web    0/1     ContainerCreating   0          0s\n"
        "b           web    0/1     ContainerCreating   0          0s\n"
        "b           web    1/1     Running             0          0s\n"
        "a           web    1/1     Running             0          0s\n"
        "a           web    1/1     Terminating         0          10s\n"
        "a           web    0/1     Error               0          11s\n"
        "a           web    0/1     Error               0          11s\n");
  CHECK(watch({"-"}, pods_in({"default"})).out.starts_with("NAME   READY"));
}

TEST_CASE("with --speed it says the same") {
  const CommandResult fast = watch({"scenarios/crash-loop.yaml", "--until", "30s"});
  CHECK(watch({"scenarios/crash-loop.yaml", "--until", "30s", "--speed", "100x"}).out == fast.out);
}

TEST_CASE("a reader that goes away ends it, and what it reads comes in time") {
  const CommandResult result = testing::run_shell(
      "{ podreel run scenarios/crash-loop.yaml --watch --speed 5x; echo ${?} >&2; } | head -n 3 | wc -l");
  CHECK(result.out == "3\n");
  CHECK(result.err == std::to_string(128 + SIGPIPE) + "\n");
}

TEST_CASE("options that make no sense together are refused") {
  const auto refused = [](const std::vector<std::string>& arguments) {
    const CommandResult result = watch(arguments);
    CHECK(result.out == "");
    CHECK(result.exit_code == 2);
    return result.err;
  };
  CHECK(refused({"scenarios/crash-loop.yaml", "--step"}).find("--watch and --step") != std::string::npos);
  CHECK(refused({"scenarios/crash-loop.yaml", "--explain"}).find("--watch and --explain") != std::string::npos);
  CHECK(refused({"scenarios/crash-loop.yaml", "-o", "jsonl"}).find("-o table or -o wide") != std::string::npos);
}

}  // namespace podreel
